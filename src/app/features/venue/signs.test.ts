import { expect, test } from 'vitest'
import { NEWS, SIGNS, type NewsKind } from './news.ts'

const spoken = (kinds: readonly NewsKind[]): string =>
  kinds.map((kind) => `${kind} (${NEWS[kind].rank}, ${NEWS[kind].of})`).join('; ')
const signals = (kinds: readonly NewsKind[]): string =>
  kinds
    .map((kind) => {
      const news = NEWS[kind]
      return news.signal ?? `none: ${news.quiet}`
    })
    .filter((text, at, all) => all.indexOf(text) === at)
    .join('; ')

test('14 docs/signs.md says of every event what is seen, said, and sounded or felt, or why not', async () => {
  const rows = Object.entries(SIGNS).map(([event, { seen, told }]) => [
    `\`${event}\``,
    seen,
    typeof told === 'string' ? `not said: ${told}` : spoken(told),
    typeof told === 'string' ? `none: ${told}` : signals(told),
  ])
  for (const cells of rows) expect(cells.every((cell) => cell.trim() !== '')).toBe(true)
  const page = [
    '# What is seen, said and felt of every event',
    '',
    'Written by `src/app/features/venue/signs.test.ts` from `news.ts`, which the room’s voice and signals follow. In',
    'brackets: when the voice says it (`announcements.ts`), and whose news it is, for the setting of what is announced.',
    'A signal is a sound and a vibration (`room/signals.ts`), each as the person chose for the device.',
    '',
    '| Event | Seen | Said | Sounded and felt |',
    '| ----- | ---- | ---- | ---------------- |',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
  ].join('\n')
  await expect(page).toMatchFileSnapshot('../../../../docs/signs.md')
})

test('every piece of news is of an event, or of the link, the clock, a press or the lot in hand', () => {
  const ofEvents = new Set(Object.values(SIGNS).flatMap(({ told }) => (typeof told === 'string' ? [] : told)))
  const ofItself: readonly NewsKind[] = [
    'accepted',
    'refused',
    'checking',
    'press',
    'again',
    'lot',
    'minute',
    'seconds',
    'closing',
    'minuteElsewhere',
    'linkLost',
    'linkBack',
    'weak',
  ]
  expect([...ofEvents, ...ofItself].toSorted()).toEqual(Object.keys(NEWS).toSorted())
})
