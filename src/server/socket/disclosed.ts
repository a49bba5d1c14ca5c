import { wholeSecret, isSecret } from '../../domain/secrets.ts'
import { sees } from '../../domain/redact.ts'
import type { Viewer } from '../../domain/redact.ts'
import type { Placed } from '../room/position.ts'

export const isPrivy = (viewer: Viewer, { event }: Placed): boolean => {
  const audience = wholeSecret(event)
  return audience !== null && sees(viewer, audience)
}

/** How far the subscribers have been told the log: up to the newest event that everyone sees, and the secrets after it. */
export class Disclosed {
  readonly #newest: readonly Placed[]

  constructor(newest: readonly Placed[]) {
    this.#newest = newest
  }

  after(placed: readonly Placed[]): Disclosed {
    const last = placed.findLastIndex(({ event }) => !isSecret(event))
    return new Disclosed(last === -1 ? [...this.#newest, ...placed] : placed.slice(last))
  }

  /** `privy`: how many of the secrets this viewer has been told. `last`: of all that it has been told. */
  to(viewer: Viewer): { readonly privy: number; readonly last: Placed | null } {
    const [seen = null, ...secrets] = this.#newest
    const own = secrets.filter((one) => isPrivy(viewer, one))
    return { privy: own.length, last: own.at(-1) ?? seen }
  }
}
