export type Random = () => number

export const pick = <T>(random: Random, items: readonly T[]): T => {
  const found = items[Math.floor(random() * items.length)]
  if (found === undefined) throw new RangeError('nothing to pick from')
  return found
}

/** Values of every kind. The contract decides whether one is wrong in its place. */
export function junk(random: Random): unknown {
  return pick<() => unknown>(random, [
    () => null,
    () => true,
    () => -1,
    () => 0,
    () => 1.5,
    () => 1e308,
    () => Number.MAX_SAFE_INTEGER + 2,
    () => [],
    () => [[]],
    () => ({}),
    () => ({ $gt: '' }),
    () => '',
    () => ' ',
    () => 'NaN',
    () => '-1',
    () => '1e9',
    () => '0x10',
    () => '١٢٣',
    () => '12,5',
    () => "' OR 1=1 --",
    () => '<script>',
    () => '../../etc/passwd',
    () => 'x'.repeat(81 + Math.floor(random() * 2_000)),
    () => '9'.repeat(40),
    () => '2026-02-30',
    () => '2026-11-21T06:00',
    () => '\u202e\u0000',
    () => '木'.repeat(200),
    () => Array.from({ length: 50 }, () => 'x'),
    () => ({ toString: 'x', valueOf: null }),
  ])()
}

/** Random bytes. */
export const noise = (random: Random, most: number): Buffer =>
  Buffer.from(Array.from({ length: 1 + Math.floor(random() * most) }, () => Math.floor(random() * 256)))
