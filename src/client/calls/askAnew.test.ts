import { beforeEach, describe, expect, test } from 'vitest'
import { FakeTime, settled } from '../../../tests/support/fake-time.ts'
import { askAnew, CALL_BESIDE_MS, type AskedAnew, type Sending } from './askAnew.ts'

type Came = 'yes' | 'lost'
interface Sent extends Sending {
  readonly come: (came: Came) => void
}

let time: FakeTime
let sent: Sent[]
let asked: AskedAnew<Came>
let answer: Came | null

beforeEach(() => {
  time = new FakeTime()
  sent = []
  answer = null
  asked = askAnew({
    ask: (sending) => new Promise((come) => sent.push({ ...sending, come })),
    isAnswer: (came) => came === 'yes',
    after: time.after,
    patience: 10_000,
  })
  void asked.answer.then((came) => (answer = came))
})

const givenUp = () => sent.map(({ signal }) => signal.aborted)

async function come(nth: number, came: Came): Promise<void> {
  sent[nth]?.come(came)
  await settled()
}

describe('a question that may be repeated', () => {
  test('is sent once where the answer comes soon', async () => {
    await come(0, 'yes')
    time.pass(60_000)
    expect([answer, sent.length]).toEqual(['yes', 1])
  })

  test('gets a second beside it after 3 s, over connections of its own, and no third', async () => {
    time.pass(CALL_BESIDE_MS - 1)
    expect(sent).toHaveLength(1)
    time.pass(1)
    expect(sent.map(({ turn }) => turn)).toEqual([0, 1])
    time.pass(6_000)
    expect([sent.length, givenUp()]).toEqual([2, [false, false]])
  })

  test.each([0, 1])('the first that is answered wins, and the other is given up (%i)', async (winner) => {
    time.pass(CALL_BESIDE_MS)
    await come(winner, 'yes')
    expect([answer, givenUp()[1 - winner]]).toEqual(['yes', true])
  })

  test('one that fails leaves the other its time', async () => {
    time.pass(CALL_BESIDE_MS)
    await come(0, 'lost')
    expect(answer).toBeNull()
    await come(1, 'yes')
    expect(answer).toBe('yes')
  })

  test('fails when each has failed, with the last', async () => {
    time.pass(CALL_BESIDE_MS)
    expect(sent.map(({ isLast }) => isLast())).toEqual([false, false])
    await come(1, 'lost')
    expect(sent.map(({ isLast }) => isLast())).toEqual([true, false])
    await come(0, 'lost')
    expect(answer).toBe('lost')
  })

  test('fails at once when the first fails before there is a second', async () => {
    await come(0, 'lost')
    time.pass(60_000)
    expect([answer, sent.length]).toEqual(['lost', 1])
  })

  test('one that hangs is ended after its time, as one that had no answer', () => {
    time.pass(10_000)
    expect(givenUp()).toEqual([true, false])
    expect(sent[0]?.signal.reason).toMatchObject({ name: 'TimeoutError' })
    time.pass(CALL_BESIDE_MS)
    expect(givenUp()).toEqual([true, true])
  })
})

describe('the link was away', () => {
  test('whatever hangs is given up and asked anew, the other way', async () => {
    asked.renew()
    expect(givenUp()).toEqual([true, false])
    expect(sent[1]?.turn).toBe(1)
    expect(sent.map(({ isLast }) => isLast())).toEqual([false, true])
    await come(0, 'yes')
    expect(answer).toBeNull()
    await come(1, 'yes')
    expect(answer).toBe('yes')
  })

  test('the fresh one gets a second beside it, too', () => {
    time.pass(2_000)
    asked.renew()
    time.pass(1_000)
    expect(sent).toHaveLength(2)
    time.pass(2_000)
    expect(sent).toHaveLength(3)
  })

  test('what is answered is asked no more', async () => {
    await come(0, 'yes')
    asked.renew()
    asked.giveUp('lost')
    await settled()
    expect([answer, sent.length]).toEqual(['yes', 1])
  })

  test('given up, it settles with what it was told', async () => {
    time.pass(CALL_BESIDE_MS)
    asked.giveUp('lost')
    await settled()
    expect([answer, givenUp()]).toEqual(['lost', [true, true]])
  })
})
