import * as z from 'zod'
import { call } from '../call.ts'
import { PERMISSIONS } from '../permissions.ts'
import { Id, Text } from '../scalars.ts'
import { wire } from '../wire.ts'

// Roles are named sets of permissions; a change applies to their accounts at once, in every open sign-in.

const Code = Text.regex(/^[a-z][a-z0-9-]{1,39}$/)
const Name = Text.trim().min(1).max(60)
const Permissions = z.array(z.enum(PERMISSIONS)).max(PERMISSIONS.length)

export const roleList = call({
  ...wire.roleList,
  about:
    'Roles with their permissions, and how many people have each. Any of the permissions `user:role:edit`, `user:account:list`.',
  rows: z.object({
    code: z.string(),
    nameZh: z.string(),
    nameEn: z.string(),
    /** `*:*:*`: all. */ permissions: z.array(z.string()),
    /** Delivered with the platform: its name and permissions cannot be changed. */ builtIn: z.boolean(),
    version: z.number().int(),
    people: z.number().int(),
    /** The caller holds all of the role's permissions, so it may give the role. */ grantable: z.boolean(),
  }),
})
export const roleSave = call({
  ...wire.roleSave,
  about:
    'Make a role (`version: 0`), or change one: with everybody who has it, at once. Permissions that the caller does not hold are refused, given or taken. A version that is no longer the newest: 409. Permission `user:role:edit`.',
  body: z.strictObject({
    code: Code,
    version: z.int().min(0),
    nameZh: Name,
    nameEn: Name,
    permissions: Permissions,
  }),
  data: z.object({ code: z.string(), version: z.number().int() }),
})
export const roleDelete = call({
  ...wire.roleDelete,
  about: 'Delete a role that no account has. Permission `user:role:edit`.',
  body: z.strictObject({ code: Code, version: z.int().min(0) }),
})
export const userRolesSave = call({
  ...wire.userRolesSave,
  about:
    'Sets the roles of an account. `was`: the roles that the change began from; others by now: 409. A role that gives what the caller does not hold is refused, given or taken, and so is taking the last administrator’s. Where a role is taken the account’s sign-ins end. Permission `user:role:edit`.',
  body: z.strictObject({ userId: Id, roles: z.array(Code).max(20), was: z.array(Text.max(40)).max(40) }),
})
export const userErase = call({
  ...wire.userErase,
  about:
    'Erases the person of an account for good: name, contacts, sign-ins and factors. What its company traded and signed stays. Not while it is signed up for a sale that is not over. Permission `user:account:erase`.',
  body: z.strictObject({ userId: Id, reason: Text.trim().min(1).max(500) }),
})
export const userSignOut = call({
  ...wire.userSignOut,
  about: 'Ends all sign-ins of an account, in sessions too; it may sign in again. Permission `user:account:suspend`.',
  body: z.strictObject({ userId: Id }),
})
