import type { Logger } from '../logger.ts'
import type { Clock } from '../ports.ts'
import type { Admitted } from './admitted.ts'
import type { LiveTokens } from './ports.ts'
import { turnedAway } from './request.ts'
import { yoursFrame } from './yours.ts'

/** Each token is checked again this often: the notice of its end may have been lost, and its renewal falls due. */
const EVERY_MS = 60_000
const AT_ONCE = 100

interface TokenRounds {
  readonly tokens: LiveTokens
  readonly clock: Clock
  readonly logger: Logger
}

/** Called every second; checks the tokens whose turn it is. */
export function lookAtTokens(admitted: Iterable<Admitted>, deps: TokenRounds): void {
  const now = deps.clock.now()
  const due = [...admitted].filter(({ checkedAt }) => now - checkedAt >= EVERY_MS).slice(0, AT_ONCE)
  for (const one of due) {
    one.checkedAt = now
    look(one, deps).catch((error: unknown) => deps.logger.warn({ err: error }, 'a venue token could not be checked'))
  }
}

async function look(admitted: Admitted, { tokens, clock }: TokenRounds): Promise<void> {
  const { connection } = admitted
  const holder = await tokens.holderOf(admitted.token, clock.now())
  if ('reason' in holder) {
    const { close, reason } = turnedAway(holder.reason)
    return connection.close(close, reason)
  }
  const renewed = await tokens.renew(admitted.token, clock.now())
  if (renewed === null) return
  admitted.token = renewed.access_token
  connection.send(yoursFrame({ token: renewed }))
}
