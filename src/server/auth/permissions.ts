import type { Person } from './caller.ts';

/** What a call of the operator's asks for. */
export const PERMISSIONS = [
  'user:certification:review', 'user:account:list', 'user:account:suspend', 'system:outbox:list', 'system:settings:edit',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

const ALL = '*:*:*';
/** Passes every check (spec §6). */
const ADMIN = 'admin';

type Rights = Pick<Person, 'roles' | 'permissions'>;

/** One of the permissions will do. Asked anew for every call: what a menu showed proves nothing. */
export const may = (person: Rights, ...anyOf: readonly [Permission, ...Permission[]]): boolean =>
  isAdmin(person) || person.permissions.includes(ALL) || anyOf.some((permission) => person.permissions.includes(permission));

/** One of the roles will do. */
export const hasRole = (person: Pick<Person, 'roles'>, ...anyOf: readonly [string, ...string[]]): boolean =>
  isAdmin(person) || anyOf.some((role) => person.roles.includes(role));

const isAdmin = ({ roles }: Pick<Person, 'roles'>): boolean => roles.includes(ADMIN);
