import type { Permission } from '../../contract/permissions.ts'
import { IDENTITY } from '../../contract/constants.ts'
import type { Person, Standpoint } from './caller.ts'

export type { Permission } from '../../contract/permissions.ts'

/** Grants every permission. */
const ALL = '*:*:*'
/** Role that passes every check (spec §6). */
const ADMIN = 'admin'

/** An account with one of these may be named as a sale's host; so one person can run a small house alone. */
export const HOST_ROLES = ['host', ADMIN] as const

/** Permission to read the contracts of all companies, and to verify them for the platform. */
export const VERIFY_CONTRACTS = 'trade:contract:verify' satisfies Permission

/** Permission to record payments received under contracts. */
export const RECORD_PAYMENTS = 'trade:payment:record' satisfies Permission

type Rights = Pick<Person, 'roles' | 'permissions'>

/**
 * Whether the person holds any of these permissions. Checked for every call, whatever its menu shows. A suspended
 * account holds none.
 */
export const may = (
  person: Rights & Pick<Person, 'status'>,
  ...anyOf: readonly [Permission, ...Permission[]]
): boolean =>
  person.status !== 0 && (isAdmin(person) || anyOf.some((permission) => person.permissions.includes(permission)))

/** Whether the person has any of these roles. */
export const hasRole = (person: Pick<Person, 'roles'>, ...anyOf: readonly [string, ...string[]]): boolean =>
  person.roles.includes(ADMIN) || anyOf.some((role) => person.roles.includes(role))

/** Whether the person has any of the operator's rights. */
export const holdsRights = ({ roles, permissions }: Rights): boolean => roles.includes(ADMIN) || permissions.length > 0

/** Operators of any kind, and hosts, whose acts bind others. */
export const isPrivileged = ({ roles, permissions }: Rights): boolean =>
  roles.includes(ADMIN) || roles.includes('host') || permissions.length > 0

/** Whether a second factor is required: of privileged accounts, and of the host of this very sale. */
export const needsFactor = (caller: { readonly person: Rights; readonly standpoint?: Standpoint }): boolean =>
  isPrivileged(caller.person) || caller.standpoint?.identity === IDENTITY.host

/** An administrator has every permission. */
export const isAdmin = ({ roles, permissions }: Rights): boolean => roles.includes(ADMIN) || permissions.includes(ALL)
