import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { and, eq, gt, isNull } from 'drizzle-orm'
import * as z from 'zod'
import type { AccountId } from '../../domain/lot.ts'
import { later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import { hostNameOf, isLoopback } from '../loopback.ts'
import type { Db } from '../store/open.ts'
import { passkey, passkeyChallenge } from '../store/schema.ts'

/** The host that the browser asked for: a passkey is valid for one host only. */
export interface Site {
  readonly host: string
}

export interface Passkeys {
  beginNew(owner: { id: AccountId; login: string; name: string }, site: Site, at: Instant): Promise<object>
  add(id: AccountId, name: string, response: unknown, site: Site, at: Instant): Promise<boolean>
  /** The challenge of a sign-in without an account: the passkey's answer names it. */
  ask(site: Site, at: Instant): Promise<object>
  /** `proof`: base64url of the response's JSON. */
  verify(id: AccountId, proof: string, site: Site, at: Instant): Promise<boolean>
}

const LIFE_MS = 5 * 60_000
const NAME = 'Timber Sale Room'

const Shape = z.looseObject({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string() }),
})
const ClientData = z.looseObject({ challenge: z.string() })

export function openPasskeys(db: Db): Passkeys {
  const keep = async (challenge: string, accountId: AccountId | null, at: Instant): Promise<void> => {
    await db.insert(passkeyChallenge).values({ challenge, accountId, expiresAt: later(at, LIFE_MS) })
  }
  /** Uses a challenge up; `false`: it is not one of ours, or was used. */
  const take = async (challenge: string, accountId: AccountId | null, at: Instant): Promise<boolean> => {
    const whose = accountId === null ? isNull(passkeyChallenge.accountId) : eq(passkeyChallenge.accountId, accountId)
    const taken = await db
      .delete(passkeyChallenge)
      .where(and(eq(passkeyChallenge.challenge, challenge), whose, gt(passkeyChallenge.expiresAt, at)))
      .returning()
    return taken.length > 0
  }
  const of = (id: AccountId) => db.select().from(passkey).where(eq(passkey.accountId, id))

  return {
    async beginNew({ id, login, name }, site, at) {
      const options = await generateRegistrationOptions({
        rpName: NAME,
        rpID: nameOf(site),
        userName: login,
        userDisplayName: name,
        userID: new TextEncoder().encode(id),
        attestationType: 'none',
        excludeCredentials: (await of(id)).map(({ id: credential }) => ({ id: credential })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      await keep(options.challenge, id, at)
      return options
    },

    async add(id, name, given, site, at) {
      const response = asResponse<RegistrationResponseJSON>(given)
      if (!response) return false
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response,
        expectedChallenge: (challenge) => take(challenge, id, at),
        expectedOrigin: originsOf(site),
        expectedRPID: nameOf(site),
      }).catch(() => ({ verified: false, registrationInfo: undefined }))
      if (!verified || !registrationInfo) return false
      const { credential } = registrationInfo
      const row = {
        id: credential.id,
        accountId: id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: [...(credential.transports ?? [])],
        name,
        createdAt: at,
      }
      return (await db.insert(passkey).values(row).onConflictDoNothing().returning()).length > 0
    },

    async ask(site, at) {
      const options = await generateAuthenticationOptions({ rpID: nameOf(site), userVerification: 'required' })
      await keep(options.challenge, null, at)
      return options
    },

    async verify(id, proof, site, at) {
      const response = asResponse<AuthenticationResponseJSON>(parsed(proof))
      const row = response && (await of(id)).find((one) => one.id === response.id)
      if (!response || !row) return false
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge: (challenge) => take(challenge, null, at),
        expectedOrigin: originsOf(site),
        expectedRPID: nameOf(site),
        credential: { id: row.id, publicKey: Buffer.from(row.publicKey, 'base64url'), counter: row.counter },
      }).catch(() => ({ verified: false, authenticationInfo: undefined }))
      if (!verified || !authenticationInfo) return false
      await db
        .update(passkey)
        .set({ counter: authenticationInfo.newCounter, lastUsedAt: at })
        .where(eq(passkey.id, row.id))
      return true
    },
  }
}

const nameOf = ({ host }: Site): string => hostNameOf(host) ?? 'localhost'
/** Only a page of this machine may be served without TLS. */
const originsOf = ({ host }: Site): string[] => [
  `https://${host}`,
  ...(isLoopback(nameOf({ host })) ? [`http://${host}`] : []),
]

function parsed(proof: string): unknown {
  try {
    return JSON.parse(Buffer.from(proof, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}

/** Checks only that it is a passkey's answer and names a challenge; the library checks the rest. */
function asResponse<T extends { readonly id: string }>(given: unknown): T | null {
  const shape = Shape.safeParse(given)
  if (!shape.success) return null
  const client = ClientData.safeParse(parsed(shape.data.response.clientDataJSON))
  // The one cast to a foreign type: its library verifies every part of the value.
  return client.success ? (given as T) : null
}
