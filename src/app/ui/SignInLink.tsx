import type { ReactNode } from 'react'
import { useStore } from '../lib/useStore.ts'
import { pathTo, pageLocationOf } from '../boot/navigation/index.ts'
import { PathLink } from './PathLink.tsx'
import { useClient } from '../lib/client.ts'

interface Props {
  readonly className?: string | undefined
  readonly onClick?: () => void
  readonly children: ReactNode
}

/** A link to the sign-in page, which returns to the current page. */
export function SignInLink({ className, onClick, children }: Props) {
  const client = useClient()
  const { pathname, href } = useStore(pageLocationOf(client))
  const search = pathname === '/login' || pathname === '/index' ? {} : { redirect: href }
  return (
    <PathLink href={pathTo('/login', search)} className={className} {...(onClick && { onClick })}>
      {children}
    </PathLink>
  )
}
