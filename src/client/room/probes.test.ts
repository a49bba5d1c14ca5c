import { beforeEach, expect, test } from 'vitest'
import { FakeTime, settled } from '../../../tests/support/fake-time.ts'
import { createProbes, type Probes } from './probes.ts'

interface Put {
  readonly signal: AbortSignal
  readonly answer: () => void
  readonly fail: () => void
}

let time: FakeTime
let put: Put[]
let probes: Probes
let answered: number

beforeEach(() => {
  time = new FakeTime()
  put = []
  answered = 0
  probes = createProbes({
    now: () => time.now,
    question: (signal) =>
      new Promise((answer, fail) => put.push({ signal, answer, fail: () => fail(new TypeError('Failed to fetch')) })),
  })
})

const ask = () => probes.ask(() => (answered += 1))

test('an answer is told once, and ends the other questions', async () => {
  ask()
  time.pass(10_000)
  ask()
  put[0]?.answer()
  put[1]?.answer()
  await settled()
  expect(answered).toBe(1)
  expect(put[1]?.signal.aborted).toBe(true)
})

test('while one hangs, the next goes beside it only after 10 s: each keeps a connection of the browser', () => {
  for (let second = 0; second < 30; second += 3) {
    ask()
    time.pass(3_000)
  }
  expect(put).toHaveLength(3)
})

test('at most four hang, so that places stay free', () => {
  for (let minute = 0; minute < 10; minute += 1) {
    ask()
    time.pass(60_000)
  }
  expect(put).toHaveLength(4)
})

test('one that failed makes room at once', async () => {
  ask()
  put[0]?.fail()
  await settled()
  ask()
  expect(put).toHaveLength(2)
  expect(answered).toBe(0)
})

test('stopped, it tells nothing any more', async () => {
  ask()
  probes.stop()
  put[0]?.answer()
  await settled()
  expect([answered, put[0]?.signal.aborted]).toEqual([0, true])
  ask()
  expect(put).toHaveLength(2)
})
