import { hash, verify } from '@node-rs/argon2'
import { createTurns } from '../work/turns.ts'
import type { Line } from '../work/turns.ts'

/** argon2id with the parameters that OWASP names first for 19 MiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hashing costs memory and a core by design: at most this many run at once, the rest wait in line. */
const AT_ONCE = 4

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

export interface Passwords {
  /** `null`: no such account. The same hashing is done, so that timing does not reveal accounts. */
  fits(password: string, passwordHash: string | null, line: Line): Promise<boolean>
  /** Waits in the same line. */
  hash(password: string, line: Line): Promise<string>
}

export function createPasswords(): Passwords {
  const inTurn = createTurns(AT_ONCE)
  // Hash that accounts which do not exist are compared with, of a text that no client can send; made at first use.
  let absent: Promise<string> | null = null

  return {
    fits: (password, passwordHash, line) =>
      inTurn(line, async () => {
        const fits = await verify(passwordHash ?? (await (absent ??= hashPassword('\0nobody\0'))), password)
        return fits && passwordHash !== null
      }),
    hash: (password, line) => inTurn(line, () => hashPassword(password)),
  }
}
