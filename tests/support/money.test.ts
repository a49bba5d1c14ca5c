import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

// Money is written with two decimals and thousands separators (spec §9): by `Money`, `formatMoney` and `fillGaps` alone.

const ROOT = join(import.meta.dirname, '../..')
const NAMES = 'price|unitPrice|startPrice|nextPrice|amount|addRange|reserve|deposit|exposure'
const RAW: readonly RegExp[] = [
  // `{lot.price}` as a child or in a template, with its fallback; an attribute has `=` before it.
  new RegExp(String.raw`(?<![=\w])\$?\{\s*(?:[\w?!]+\.)+(?:${NAMES})(?:\s*\?\?[^{}]*)?\s*\}`),
  // Unformatted digits of the wire.
  /(?<!=)\$?\{\s*formatMinor\(/,
  // A currency sign beside a value.
  /[¥€]\s*\$?\{/,
  /style: 'currency'/,
]
/** Written into SQL or used as a key, never read by a person. */
const UNSEEN = /sql`|sql</

const rawIn = (source: string): string[] =>
  source.split('\n').filter((line) => !UNSEEN.test(line) && !/\bkey=/.test(line) && RAW.some((raw) => raw.test(line)))

describe('money is written by its helpers', () => {
  test.each([
    ['<td>{lot.price}</td>', true],
    ['<td>{lot.price ?? lot.startPrice}</td>', true],
    ['t`Sold at ${lot.deal.amount}`', true],
    ['<b>{formatMinor(bid.price)}</b>', true],
    ['`¥${price}`', true],
    ['<Money amount={lot.price} currency={lot.currency} />', false],
    ['<Money amount={formatMinor(lot.price)} currency={lot.currency} />', false],
    ['const text = formatMoney(formatMinor(offer.price), lot.currency)', false],
    ['sql`coalesce(live.price, ${lot.startPrice})`', false],
  ])('the check itself: %s', (line, found) => expect(rawIn(line)).toHaveLength(found ? 1 : 0))

  const files = globSync('src/{app,client,server,texts}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => !file.includes('.test.'),
  )
  test('nowhere by hand', () => {
    expect(files.length).toBeGreaterThan(400)
    const found = files.flatMap((file) =>
      rawIn(readFileSync(join(ROOT, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
    )
    expect(found).toEqual([])
  })

  test('outside the room never without its decimals', () => {
    const trimmed = files.filter(
      (file) =>
        !file.startsWith('src/app/features/venue/') &&
        /<Money\b[^>]*\btrim\b/s.test(readFileSync(join(ROOT, file), 'utf8')),
    )
    expect(trimmed).toEqual([])
  })
})
