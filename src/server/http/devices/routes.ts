import * as calls from '../../../contract/calls/index.ts'
import { devicesOf, endOthers } from '../../auth/devices.ts'
import type { Tokens } from '../../auth/tokens.ts'
import type { Rooms } from '../../ports.ts'
import { done, refuse, rows } from '../answer.ts'
import { signedIn } from '../route.ts'
import { confirmPassword } from '../sign-in/sign-in.ts'
import type { SignInNeeds } from '../sign-in/sign-in.ts'

interface Needs extends SignInNeeds {
  readonly tokens: Pick<Tokens, 'end'>
  readonly rooms: Pick<Rooms, 'expel'>
}

/** Longest list of sign-ins: the rest is told by number, and ends with all others. */
const LISTED = 100

/** The account's sign-ins, and ending them remotely. */
export function deviceRoutes({ tokens, rooms, ...needs }: Needs) {
  return {
    deviceList: signedIn(calls.deviceList, async ({ at }, { person, token }) => {
      const found = await devicesOf(needs.db, person.id, at)
      const listed = found
        .map(({ hash, ...device }) => ({ ...device, current: hash === token }))
        .toSorted((a, b) => Number(b.current) - Number(a.current))
      return rows(listed.slice(0, LISTED), listed.length)
    }),

    deviceEnd: signedIn(calls.deviceEnd, async ({ body, ...about }, { person }) => {
      const unsure = await confirmPassword(needs, person, body.password, about)
      if (unsure) return unsure
      const device = (await devicesOf(needs.db, person.id, about.at)).find(({ deviceId }) => deviceId === body.deviceId)
      if (!device) return refuse('device.ended')
      const { venue } = await tokens.end(device.hash, about.at)
      if (venue) await rooms.expel(person.id, 'signed_out')
      return done
    }),

    deviceEndOthers: signedIn(calls.deviceEndOthers, async ({ body, ...about }, { person, token }) => {
      const unsure = await confirmPassword(needs, person, body.password, about)
      if (unsure) return unsure
      const { venue } = await endOthers(needs.db, person.id, token, about.at)
      if (venue) await rooms.expel(person.id, 'signed_out')
      return done
    }),
  }
}
