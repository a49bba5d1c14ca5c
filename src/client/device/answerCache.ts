import type { Audience } from '../calls/audience.ts'
import type { Client } from '../client.ts'
import { copiesOf, newestOf, ownersOf, type CachedAnswer, type Reader } from './copies.ts'
import { deviceOf, stores } from './index.ts'

export { newestOf } from './copies.ts'

/**
 * Caches answers for reading offline (design §5). In a browser without a database (private windows) nothing is cached.
 */
const KEPT_MS = 30 * 24 * 3_600_000

/** Identifies an answer and its reader. */
export interface AnswerKey extends Reader {
  readonly name: string
  readonly audience: Audience
}

/** The newest copy that this reader may see. The caller limits the wait for a slow device. */
export async function readAnswer(client: Client, key: AnswerKey): Promise<CachedAnswer | undefined> {
  const now = client.ports.clock.now()
  const read = (owner: string) => deviceOf(client).open(stores.answers, owner).get([client.locale, key.name])
  const found = await Promise.all(ownersOf(key).map(read)).catch((): unknown[] => [])
  return newestOf(found.filter(isCachedAnswer).filter(({ at }) => now - at < KEPT_MS))
}

const isCachedAnswer = (value: unknown): value is CachedAnswer =>
  typeof value === 'object' && value !== null && 'at' in value && typeof value.at === 'number' && 'data' in value

/** Stores an answer, unless a newer one is stored. On a full disk the answer is lost, not the page. */
export async function writeAnswer(client: Client, key: AnswerKey, answer: CachedAnswer): Promise<void> {
  for (const [owner, copy] of copiesOf(key, answer))
    await deviceOf(client)
      .open(stores.answers, owner)
      .update([client.locale, key.name], (before) => (isCachedAnswer(before) && before.at > copy.at ? before : copy))
      .catch(() => undefined)
}
