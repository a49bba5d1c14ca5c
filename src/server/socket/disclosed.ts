import { wholeSecret, isSecret } from '../../domain/secrets.ts'
import { sees } from '../../domain/redact.ts'
import type { Viewer } from '../../domain/redact.ts'
import type { Placed } from '../room/position.ts'

export const isPrivy = (viewer: Viewer, { event }: Placed): boolean => {
  const audience = wholeSecret(event)
  return audience !== null && sees(viewer, audience)
}

/**
 * The part of the log that subscribers have been told: up to the newest event that everyone sees, and the secrets after
 * it.
 */
export class Disclosed {
  readonly #newest: readonly Placed[]

  constructor(newest: readonly Placed[]) {
    this.#newest = newest
  }

  after(placed: readonly Placed[]): Disclosed {
    const last = placed.findLastIndex(({ event }) => !isSecret(event))
    return new Disclosed(last === -1 ? [...this.#newest, ...placed] : placed.slice(last))
  }

  /** `privy`: number of these secrets that the viewer was told. `last`: the last event that it was told. */
  to(viewer: Viewer): { readonly privy: number; readonly last: Placed | null } {
    const [seen = null, ...secrets] = this.#newest
    const own = secrets.filter((one) => isPrivy(viewer, one))
    return { privy: own.length, last: own.at(-1) ?? seen }
  }
}
