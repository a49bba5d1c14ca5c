import { hash, verify } from '@node-rs/argon2'

/** argon2id with the parameters that OWASP names first for 19 MiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * Hashing costs memory and a core by design: this many at once, the rest wait in line, and a line this long is refused.
 */
const AT_ONCE = 4
const IN_LINE = 256

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

export class TooBusy extends Error {
  override name = 'TooBusy'
}

export interface Passwords {
  /** `null`: no such account. The effort is the same, so the time taken tells nothing. */
  fits(password: string, passwordHash: string | null): Promise<boolean>
  /** In the same line. */
  hash(password: string): Promise<string>
}

export function createPasswords(): Passwords {
  const inLine: (() => void)[] = []
  let running = 0
  // Made when first needed, of a text nobody can send.
  let nobody: Promise<string> | null = null

  const enter = async (): Promise<void> => {
    if (running < AT_ONCE) {
      running += 1
      return
    }
    if (inLine.length >= IN_LINE) throw new TooBusy()
    await new Promise<void>((go) => void inLine.push(go))
  }
  const leave = (): void => {
    const next = inLine.shift()
    // The place passes on; nobody can slip in between.
    if (next) next()
    else running -= 1
  }

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }

  return {
    fits: (password, passwordHash) =>
      inTurn(async () => {
        const fits = await verify(passwordHash ?? (await (nobody ??= hashPassword('\0nobody\0'))), password)
        return fits && passwordHash !== null
      }),
    hash: (password) => inTurn(() => hashPassword(password)),
  }
}
