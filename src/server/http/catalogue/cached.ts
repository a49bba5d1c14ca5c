import { later } from '../../../domain/units.ts'
import type { Instant } from '../../../domain/units.ts'
import { LruMap } from '../../auth/lru-map.ts'

interface Kept<V> {
  readonly value: Promise<V>
  readonly until: Instant
}

/** Caches an answer for a while; concurrent readers share one read. Failures are not cached. */
export function cached<K, V>(
  read: (key: K) => Promise<V>,
  lifeMs: number,
  most: number,
  now: () => Instant,
): ((key: K) => Promise<V>) & { readonly forget: (key: K) => void } {
  const kept = new LruMap<K, Kept<V>>(most)
  const readOnce = (key: K): Promise<V> => {
    const known = kept.get(key)
    if (known && now() < known.until) return known.value
    const value = read(key)
    kept.set(key, { value, until: later(now(), lifeMs) })
    value.catch(() => kept.delete(key))
    return value
  }
  return Object.assign(readOnce, { forget: (key: K) => kept.delete(key) })
}
