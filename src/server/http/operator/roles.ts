import { CODE } from '../../../contract/codes.ts'
import type { AnyReason } from '../../../contract/codes.ts'
import * as calls from '../../../contract/calls/index.ts'
import { endOthers } from '../../auth/devices.ts'
import { isAdmin } from '../../auth/permissions.ts'
import { deleteRole, listRoles, mayGive, peopleOfRoles, saveRole, setRoles } from '../../auth/roles.ts'
import type { Instant } from '../../../domain/units.ts'
import { erase, isBoundInSale } from '../../company/erase.ts'
import { lapseDeparted } from '../../company/rooms.ts'
import type { Rooms } from '../../ports.ts'
import { accountById } from '../../store/accounts.ts'
import type { Db } from '../../store/open.ts'
import { data, done, fail, forbid, missing, refuse, rows } from '../answer.ts'
import type { Failure } from '../answer.ts'
import { signedIn } from '../route.ts'

interface Needs {
  readonly db: Db
  readonly rooms: Pick<Rooms, 'expel' | 'give' | 'readAnew' | 'state'>
}

/** Roles, the accounts that have them, and ending sign-ins remotely. */
export function roleRoutes({ db, rooms }: Needs) {
  async function endSignIns(userId: string, at: Instant): Promise<void> {
    const { venue } = await endOthers(db, userId, null, at)
    if (venue) await rooms.expel(userId, 'signed_out')
  }

  return {
    roleList: signedIn(calls.roleList, async (_input, { person }) => {
      const [roles, people] = await Promise.all([listRoles(db), peopleOfRoles(db)])
      return rows(
        roles.map(({ code, nameZh, nameEn, permissions, builtIn, version }) => ({
          code,
          nameZh,
          nameEn,
          permissions,
          builtIn,
          version,
          people: people.get(code) ?? 0,
          grantable: mayGive(person, permissions),
        })),
      )
    }),

    roleSave: signedIn(calls.roleSave, async ({ body, at }, { person }) => {
      const saved = await saveRole(db, body, person, at)
      return typeof saved === 'number' ? data({ code: body.code, version: saved }) : failureOf(saved)
    }),

    roleDelete: signedIn(calls.roleDelete, async ({ body }) => {
      const refused = await deleteRole(db, body.code, body.version)
      return refused === null ? done : failureOf(refused)
    }),

    userRolesSave: signedIn(calls.userRolesSave, async ({ body, at }, { person }) => {
      const taken = await setRoles(db, body.userId, body.roles, body.was, person)
      if (typeof taken === 'string') return failureOf(taken)
      // A connection to a room keeps its rights until the sign-in ends.
      if (taken.length > 0) await endSignIns(body.userId, at)
      return done
    }),

    userErase: signedIn(calls.userErase, async ({ body, at }, { person }) => {
      const isBound = await isBoundInSale(db, body.userId, (id) => rooms.state(id))
      if (isBound) return failureOf('erasure.bound')
      const erased = await erase(db, body.userId, person, at)
      if ('refused' in erased) return failureOf(erased.refused)
      await rooms.expel(body.userId, 'signed_out')
      await rooms.readAnew(erased.spokeIn)
      await lapseDeparted({ db, rooms })
      return done
    }),

    userSignOut: signedIn(calls.userSignOut, async ({ body, at }, { person }) => {
      const found = await accountById(db, body.userId)
      if (!found || found.account.robot) return missing()
      if (isAdmin(found.account) && !isAdmin(person)) return failureOf('auth.not_permitted')
      await endSignIns(body.userId, at)
      return done
    }),
  }
}

function failureOf(reason: AnyReason): Failure {
  switch (reason) {
    case 'resource.not_found':
      return missing()
    case 'edit.changed':
      return fail(CODE.conflict, reason)
    case 'auth.not_permitted':
    case 'role.not_yours':
      return forbid(reason)
    default:
      return refuse(reason)
  }
}
