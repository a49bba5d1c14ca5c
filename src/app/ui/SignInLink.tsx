import type { ReactNode } from 'react'
import { useStore } from '../lib/useStore.ts'
import { here, pathTo } from '../boot/navigation/index.ts'
import { PathLink } from './PathLink.tsx'

interface Props {
  readonly className?: string | undefined
  readonly onClick?: () => void
  readonly children: ReactNode
}

/** To the sign-in page, and back here afterwards. */
export function SignInLink({ className, onClick, children }: Props) {
  const { pathname, href } = useStore(here)
  const search = pathname === '/login' || pathname === '/index' ? {} : { redirect: href }
  return (
    <PathLink href={pathTo('/login', search)} className={className} {...(onClick && { onClick })}>
      {children}
    </PathLink>
  )
}
