import { expect, test } from 'vitest'
import { DEFAULT_RULE } from '../../../domain/rule.ts'
import { instant } from '../../../domain/units.ts'
import type { Db } from '../../store/open.ts'
import type { Timeline } from '../../store/schedules.ts'
import { rememberedLaw } from './check.ts'

const NOW = instant(1_800_000_000_000)
const session = (part: Partial<Timeline> = {}): Timeline => ({
  id: 'sale',
  scheduleId: 'spring',
  startTime: instant(NOW + 7_200_000),
  signUpDeadline: instant(NOW + 3_600_000),
  hostAccountId: 'host',
  rule: DEFAULT_RULE,
  lotCount: 3,
  createdAt: NOW,
  reservePolicy: 'allowed',
  deposits: [],
  depositFactor: 1,
  depositHours: 0,
  version: 1,
  ...part,
})

test('the law reads a catalogue anew when its mark or its session has changed, and at no other time', async () => {
  const read: string[] = []
  const law = rememberedLaw((_db, { id }, mark) => {
    read.push(`${id} ${mark}`)
    return Promise.resolve([])
  })
  // A fake: only the real law reads the database.
  const db = {} as Db
  await law(db, session(), 'a', NOW)
  await law(db, session(), 'a', instant(NOW + 10_000))
  await law(db, session({ id: 'other' }), 'a', NOW)
  await law(db, session(), 'b', NOW)
  await law(db, session({ startTime: instant(NOW + 9_000_000) }), 'b', NOW)
  await law(db, session({ startTime: instant(NOW + 9_000_000) }), 'b', NOW)
  expect(read).toEqual(['sale a', 'other a', 'sale b', 'sale b'])
})
