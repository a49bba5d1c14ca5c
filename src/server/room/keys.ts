import type { Verdict } from '../../contract/verdict.ts'
import type { AccountId } from '../../domain/lot.ts'
import type { Keyed } from '../ports.ts'

const KEPT = 2_000

/** Keys belong to accounts: two accounts may use the same one. */
const keyOf = (account: AccountId, bidKey: string): string => `${account}\n${bidKey}`

/** The state of a key: its durable verdict, or that its decision is pending. */
export type Known =
  | { readonly state: 'decided'; readonly fingerprint: string; readonly verdict: Verdict }
  | { readonly state: 'waiting'; readonly fingerprint: string; readonly verdict: Promise<Verdict> }

/** Keys of one session in this node's memory: all pending ones, and the newest decided ones. */
export class Keys {
  readonly #known = new Map<string, Known>()
  #decided = 0

  get({ account, bidKey }: Pick<Keyed, 'account' | 'bidKey'>): Known | null {
    return this.#known.get(keyOf(account, bidKey)) ?? null
  }

  wait({ account, bidKey, fingerprint }: Keyed, verdict: Promise<Verdict>): void {
    this.#known.set(keyOf(account, bidKey), { state: 'waiting', fingerprint, verdict })
  }

  decide({ account, bidKey, fingerprint }: Keyed, verdict: Verdict): void {
    const key = keyOf(account, bidKey)
    if (this.#known.get(key)?.state !== 'decided') this.#decided += 1
    // Reinserted, so that the map's order is that of decisions and the oldest is dropped first.
    this.#known.delete(key)
    this.#known.set(key, { state: 'decided', fingerprint, verdict })
    if (this.#decided > KEPT) this.#forgetOldest()
  }

  /** Removes a pending key whose outcome only the store knows. */
  forget({ account, bidKey }: Keyed): void {
    const key = keyOf(account, bidKey)
    if (this.#known.get(key)?.state === 'waiting') this.#known.delete(key)
  }

  #forgetOldest(): void {
    for (const [key, known] of this.#known) {
      if (known.state === 'waiting') continue
      this.#known.delete(key)
      this.#decided -= 1
      return
    }
  }
}
