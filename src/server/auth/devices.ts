import { createHash } from 'node:crypto'
import { and, desc, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { namesOfAgent } from '../../contract/agent.ts'
import type { Locale } from '../../contract/constants.ts'
import type { AccountId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import { translator } from '../i18n.ts'
import { isLoopback } from '../loopback.ts'
import type { Account } from '../store/accounts.ts'
import { deleteOld } from '../store/old-rows.ts'
import type { Db } from '../store/open.ts'
import { putMails } from '../store/outbox.ts'
import { pushSubscription, signInDevice, token } from '../store/schema.ts'
import { deviceHash } from './device.ts'
import { networkOf, shownNetwork } from './network.ts'
import type { Origin } from './throttle.ts'

/** A sign-in as its owner sees it. */
export interface SignedInDevice {
  readonly deviceId: string
  /** Hash of its token. */
  readonly hash: string
  readonly browser: string | null
  readonly system: string | null
  readonly network: string | null
  readonly local: boolean
  readonly signedInAt: Instant
  readonly lastSeenAt: Instant
  readonly roomOnly: boolean
}

/** An id derived from the token's hash, so that it grants nothing. */
const idOf = (hash: string): string => createHash('sha256').update(`device ${hash}`).digest('base64url').slice(0, 22)

/** The account's valid sign-ins, the last used first. Tokens derived from another are not listed. */
export async function devicesOf(db: Db, accountId: AccountId, at: Instant): Promise<SignedInDevice[]> {
  const seen = sql<Instant>`coalesce(${token.lastSeenAt}, ${token.createdAt})`
  const rows = await db
    .select()
    .from(token)
    .where(
      and(
        eq(token.accountId, accountId),
        isNull(token.usedAt),
        gt(token.expiresAt, at),
        or(eq(token.kind, 'seller'), and(eq(token.kind, 'venue'), isNull(token.parent))),
      ),
    )
    .orderBy(desc(seen))
  return rows.map(({ hash, kind, address, agent, createdAt, lastSeenAt }) => ({
    deviceId: idOf(hash),
    hash,
    ...namesOfAgent(agent),
    ...placeOf(address),
    signedInAt: createdAt,
    lastSeenAt: lastSeenAt ?? createdAt,
    roomOnly: kind === 'venue',
  }))
}

/** Only the network: enough for the owner to recognise, without showing a thief of the sign-in the whole address. */
function placeOf(address: string): Pick<SignedInDevice, 'network' | 'local'> {
  if (address === '') return { network: null, local: false }
  const { nearest } = networkOf(address)
  if (isLoopback(nearest) || isLoopback(address)) return { network: null, local: true }
  return { network: shownNetwork(address), local: false }
}

const texts = {
  subject: /*i18n*/ { id: 'device.new.subject', message: 'A new device signed in to your account' },
  body: /*i18n*/ {
    id: 'device.new.body',
    message:
      '“{login}” was signed in on a device that this account has not been used on before.\n\nDevice: {device}\nNetwork: {network}\nTime: {time} (Beijing)\n\nIf it was you, you need not do anything. If not, sign that device out under “Account information” and change your password at once.',
  },
  on: /*i18n*/ { id: 'device.on', message: '{browser} on {system}' },
  unknown: /*i18n*/ { id: 'device.unknown', message: 'an unknown device' },
  here: /*i18n*/ { id: 'device.here', message: 'the server’s own machine' },
} as const

interface Meeting {
  readonly account: Pick<Account, 'id' | 'login' | 'email' | 'emailProvenAt' | 'robot'>
  readonly from: Origin
  readonly agent: string
  /** The secret that the device keeps from now on. */
  readonly deviceSecret: string
  readonly locale: Locale
  readonly at: Instant
}

/**
 * Stores the device of a sign-in. The owner is told of a new device by mail, once, in the language of the account's
 * last use; not of its first device. Returns whether a mail was added.
 */
export async function meetDevice(
  db: Db,
  { account, from, agent, deviceSecret, locale, at }: Meeting,
): Promise<boolean> {
  if (account.robot) return false
  const own = eq(signInDevice.accountId, account.id)
  const bySecret = `device ${deviceHash(deviceSecret)}`
  const byAgent = `agent ${createHash('sha256')
    .update(`${networkOf(from.address).nearest}\n${agent}`)
    .digest('hex')}`
  // A browser without the cookie is recognised by its name and its network.
  const keys = from.secret === null ? [byAgent, bySecret] : [bySecret]
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(signInDevice).where(own).orderBy(desc(signInDevice.lastAt)).limit(1)
    const known = await tx
      .insert(signInDevice)
      .values(keys.map((device) => ({ accountId: account.id, device, locale, firstAt: at, lastAt: at })))
      .onConflictDoUpdate({
        target: [signInDevice.accountId, signInDevice.device],
        set: { locale, lastAt: at },
      })
      .returning({ device: signInDevice.device, isNew: sql<boolean>`xmax = 0` })
    const isNew = known.find(({ device }) => device === keys[0])?.isNew === true
    if (!isNew || !before || account.email === null || account.emailProvenAt === null) return false
    const say = translator(before.locale)
    const { browser, system } = namesOfAgent(agent)
    const { network, local } = placeOf(from.address)
    const unknown = say(texts.unknown)
    await putMails(
      tx,
      [
        {
          // A device that was forgotten is told of anew, while the mail of its first time is still there.
          id: `device:${account.id}:${keys[0]}:${at}`,
          recipient: account.email,
          subject: say(texts.subject),
          body: say(texts.body, {
            login: account.login,
            device: browser && system ? say(texts.on, { browser, system }) : (browser ?? system ?? unknown),
            network: local ? say(texts.here) : (network ?? '–'),
            time: inBeijing(at),
          }),
        },
      ],
      at,
    )
    return true
  })
}

const BEIJING_MS = 8 * 3_600_000
const inBeijing = (at: Instant): string => new Date(at + BEIJING_MS).toISOString().slice(0, 16).replace('T', ' ')

/** Forgets devices not seen since; they count as new again. */
export async function forgetDevices(db: Db, before: Instant): Promise<void> {
  await deleteOld(db, signInDevice, lt(signInDevice.lastAt, before))
}

/**
 * Ends every token of the account except this one and those derived from it, with the push subscriptions of their
 * browsers. Returns whether one was in a session.
 */
export async function endOthers(
  db: Pick<Db, 'update' | 'delete'>,
  accountId: AccountId,
  keeps: string | null,
  at: Instant,
): Promise<{ readonly venue: boolean }> {
  const others =
    keeps === null ? undefined : and(ne(token.hash, keeps), or(isNull(token.parent), ne(token.parent, keeps)))
  await db
    .delete(pushSubscription)
    .where(
      and(eq(pushSubscription.accountId, accountId), keeps === null ? undefined : ne(pushSubscription.token, keeps)),
    )
  const ended = await db
    .update(token)
    .set({ usedAt: at })
    .where(and(eq(token.accountId, accountId), isNull(token.usedAt), others))
    .returning({ kind: token.kind })
  return { venue: ended.some(({ kind }) => kind === 'venue') }
}
