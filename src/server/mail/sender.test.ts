import { expect, test } from 'vitest'
import fc from 'fast-check'
import { instant, later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import { quiet } from '../logger.ts'
import type { Mail } from '../store/outbox.ts'
import { mailCounter, NotSentError, startSender } from './sender.ts'

const START = instant(1_790_000_000_000)
const STEP_MS = 100
/** What a provider does for a while. */
const MOODS = ['good', 'silent', 'busy', 'refusing'] as const
type Mood = (typeof MOODS)[number]
/** How long a silent provider is waited for. */
const GREETING_MS = 3_500

const code = (id: string, at: Instant): Mail => ({
  id,
  channel: 'mail',
  recipient: `${id}@example.cn`,
  subject: 'code',
  body: '123456',
  createdAt: at,
  secretUntil: later(at, 600_000),
  sentAt: null,
  nextAttemptAt: at,
  attempts: 0,
  refusals: 0,
  error: null,
  unsubscribe: null,
})

/** Lets what was begun go on to its next wait for the time. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Plays moods of a provider, each for so many milliseconds; returns by code how long after health and asking it came. */
async function play(moods: readonly (readonly [Mood, number])[], askedEvery: number): Promise<readonly number[]> {
  let now = START
  const kept = new Map<string, Mail>()
  const late: number[] = []
  let healthySince = START
  let mood: Mood = 'good'
  const timers = new Set<{ at: number; run: () => void }>()
  const after = (ms: number, run: () => void) => {
    const timer = { at: now + ms, run }
    timers.add(timer)
    return () => void timers.delete(timer)
  }
  const change = (id: string, to: Partial<Mail>) => {
    const mail = kept.get(id)
    if (mail) kept.set(id, { ...mail, ...to })
  }
  const box = startSender({
    outbox: {
      takeDue: (lane, at) => {
        const due = [...kept.values()].find(
          ({ nextAttemptAt, sentAt }) =>
            lane === 'codes' && sentAt === null && nextAttemptAt !== null && nextAttemptAt <= at,
        )
        if (!due) return Promise.resolve([])
        change(due.id, { attempts: due.attempts + 1, nextAttemptAt: later(at, 60_000) })
        return Promise.resolve([{ ...due, attempts: due.attempts + 1 }])
      },
      keepSent: (id, sentAt) => {
        const { createdAt = now } = kept.get(id) ?? {}
        late.push(sentAt - Math.max(createdAt, healthySince))
        return Promise.resolve(change(id, { sentAt, nextAttemptAt: null }))
      },
      keepFailed: (id, error, nextAttemptAt) => Promise.resolve(change(id, { error, nextAttemptAt })),
    },
    deliver: () => {
      switch (mood) {
        case 'good':
          return Promise.resolve()
        case 'busy':
          return Promise.reject(new NotSentError('message', '451 later'))
        case 'refusing':
          return Promise.reject(new NotSentError('provider', '553 not yours'))
        case 'silent':
          return new Promise((_resolve, reject) =>
            after(GREETING_MS, () => reject(new Error('Greeting never received'))),
          )
      }
    },
    clock: { now: () => now },
    logger: quiet,
    sent: mailCounter(),
    onHealth: () => undefined,
    after,
  })
  const look = () => void box.run()
  let looks = 0
  let asked = 0
  for (const [next, ms] of [...moods, ['good', 20_000] as const]) {
    if (next === 'good' && mood !== 'good') healthySince = now
    mood = next
    for (const end = now + ms; now < end; now = later(now, STEP_MS)) {
      for (const timer of timers)
        if (timer.at <= now) {
          timers.delete(timer)
          timer.run()
        }
      const sinceStart = now - START
      if (sinceStart % askedEvery === 0) {
        kept.set(`code${asked}`, code(`code${asked}`, now))
        asked += 1
        look()
      } else if (sinceStart >= looks * 5_000) {
        looks += 1
        look()
      }
      await settled()
    }
  }
  expect([...kept.values()].filter(({ sentAt }) => sentAt === null)).toEqual([])
  expect(late).toHaveLength(asked)
  return late
}

test(
  '44 a code arrives within 5 s after the provider recovers from silence, refusals and errors',
  { timeout: 60_000 },
  async () => {
    const stretch = fc.tuple(
      fc.constantFrom(...MOODS),
      fc.integer({ min: 1, max: 150 }).map((steps) => steps * STEP_MS),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(stretch, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 3, max: 300 }),
        async (moods, every) => {
          for (const ms of await play(moods, every * STEP_MS)) expect(ms).toBeLessThanOrEqual(5_000)
        },
      ),
      { numRuns: 400, seed: 20_261_130 },
    )
  },
)
