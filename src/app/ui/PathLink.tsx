import { Link, useRouter, type ActiveOptions } from '@tanstack/react-router'
import type { AriaAttributes, ReactNode } from 'react'

interface Props {
  /** An address of this app as text, with its query: a menu's, or where somebody has been. */
  readonly href: string
  readonly className?: string | undefined
  readonly title?: string
  readonly activeOptions?: ActiveOptions
  readonly tabIndex?: number
  readonly 'aria-current'?: AriaAttributes['aria-current']
  readonly onClick?: () => void
  readonly children: ReactNode
}

/** A link to an address that is known at run time only. */
export function PathLink({ href, ...rest }: Props) {
  const { options } = useRouter()
  const { pathname, search, hash } = new URL(href, location.origin)
  return <Link to={pathname} search={options.parseSearch?.(search) ?? {}} {...(hash && { hash: hash.slice(1) })} {...rest} />
}
