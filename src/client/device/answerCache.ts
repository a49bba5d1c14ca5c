import type { Audience } from '../calls/audience.ts'
import { currentLocale } from '../locale/current.ts'
import { copiesOf, newestOf, ownersOf, type CachedAnswer, type Reader } from './copies.ts'
import { device, stores } from './index.ts'

export { newestOf } from './copies.ts'

/**
 * Answers that were read, for when there is no network (design §5). A browser without a database (private windows)
 * remembers nothing.
 */
const KEPT_MS = 30 * 24 * 3_600_000

/** Which answer, and for which reader. */
export interface AnswerKey extends Reader {
  readonly name: string
  readonly audience: Audience
}

/** The newest copy that this reader may see. A slow device takes its time: the caller says how long it waits. */
export async function readAnswer(key: AnswerKey, now: number): Promise<CachedAnswer | undefined> {
  const read = (owner: string) => device.open(stores.answers, owner).get([currentLocale(), key.name])
  const found = await Promise.all(ownersOf(key).map(read)).catch((): unknown[] => [])
  return newestOf(found.filter(isCachedAnswer).filter(({ at }) => now - at < KEPT_MS))
}

const isCachedAnswer = (value: unknown): value is CachedAnswer =>
  typeof value === 'object' && value !== null && 'at' in value && typeof value.at === 'number' && 'data' in value

/** An older answer never takes a newer one's place; a full disk loses the newest answer, not the page. */
export async function writeAnswer(key: AnswerKey, answer: CachedAnswer): Promise<void> {
  for (const [owner, copy] of copiesOf(key, answer))
    await device
      .open(stores.answers, owner)
      .update([currentLocale(), key.name], (before) => (isCachedAnswer(before) && before.at > copy.at ? before : copy))
      .catch(() => undefined)
}
