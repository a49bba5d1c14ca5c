import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { Broken } from './Broken.tsx'

/** The crashed page, as the router calls for it. */
export function BrokenPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return <Broken error={error} reset={reset} onRetry={() => void router.invalidate().then(reset)} />
}
