import type { Person } from './caller.ts'

/** What a call of the operator's asks for. */
const PERMISSIONS = [
  'user:certification:review',
  'user:account:list',
  'user:account:suspend',
  'system:outbox:list',
  'system:settings:edit',
] as const
export type Permission = (typeof PERMISSIONS)[number]

/** Permission that is all of them. */
const ALL = '*:*:*'
/** Role that passes every check (spec §6). */
const ADMIN = 'admin'

type Rights = Pick<Person, 'roles' | 'permissions'>

/**
 * One of the permissions will do. Asked anew for every call: what a menu showed proves nothing. Who is suspended holds
 * none.
 */
export const may = (
  person: Rights & Pick<Person, 'status'>,
  ...anyOf: readonly [Permission, ...Permission[]]
): boolean =>
  person.status !== 0 && (isAdmin(person) || anyOf.some((permission) => person.permissions.includes(permission)))

/** One of the roles will do. */
export const hasRole = (person: Pick<Person, 'roles'>, ...anyOf: readonly [string, ...string[]]): boolean =>
  person.roles.includes(ADMIN) || anyOf.some((role) => person.roles.includes(role))

/** Everything is permitted to him. */
export const isAdmin = ({ roles, permissions }: Rights): boolean => roles.includes(ADMIN) || permissions.includes(ALL)
