import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { useWho, type User } from './user.ts'

// Only hides elements (spec §6): the server checks every call.

export type Rights = Pick<User, 'roles' | 'permissions'>

const ADMIN = 'admin'
const ALL = '*:*:*'

export const hasRole = ({ roles }: Rights, role: string): boolean => roles.includes(ADMIN) || roles.includes(role)
export const hasRoleOr = (who: Rights, anyOf: readonly string[]): boolean => anyOf.some((role) => hasRole(who, role))
export const hasRoleAnd = (who: Rights, allOf: readonly string[]): boolean => allOf.every((role) => hasRole(who, role))

export const hasPermission = ({ roles, permissions }: Rights, permission: string): boolean =>
  roles.includes(ADMIN) || permissions.includes(ALL) || permissions.includes(permission)
export const hasPermissionOr = (who: Rights, anyOf: readonly string[]): boolean =>
  anyOf.some((permission) => hasPermission(who, permission))
export const hasPermissionAnd = (who: Rights, allOf: readonly string[]): boolean =>
  allOf.every((permission) => hasPermission(who, permission))

interface Props {
  readonly roles?: readonly string[]
  readonly permissions?: readonly string[]
  readonly children: ReactNode
}

/** Hides its children from users who have none of the roles or permissions. */
export function Allowed({ roles, permissions, children }: Props): ReactNode {
  const { i18n } = useLingui()
  const who = useWho()
  return isAllowed(i18n, who.kind === 'user' ? who.user : null, {
    ...(roles && { roles }),
    ...(permissions && { permissions }),
  })
    ? children
    : null
}

/** An empty list is a programming error, and throws (spec §5). */
export function isAllowed(i18n: I18n, who: Rights | null, { roles, permissions }: Omit<Props, 'children'>): boolean {
  if (roles?.length === 0 || (!roles && !permissions)) throw new Error(i18n._(msg`Please set the role tag value`))
  if (permissions?.length === 0) throw new Error(i18n._(msg`Please set the permission tag value`))
  if (!who) return false
  return (!roles || hasRoleOr(who, roles)) && (!permissions || hasPermissionOr(who, permissions))
}
