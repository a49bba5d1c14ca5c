import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spokenMs } from './speech.ts'
import {
  ANSWERED_MS,
  chooses,
  EMPTY,
  expires,
  HELD_MS,
  holds,
  nextChangeAt,
  pressed,
  says,
  SEEN_MS,
  shows,
  type Outcome,
  type PressedBy,
  type TakenIn,
} from './takenIn.ts'

const on = (figure: number, now = 0): TakenIn => shows<number>(EMPTY, figure, now)
const press = (state: TakenIn, now: number, by: PressedBy = 'pointer', follows = false) =>
  pressed(state, { by, now, follows })

describe('B11 a press means the price that was taken in', () => {
  test('by pointer it counts once it has stood for a second', () => {
    expect(press(on(100), SEEN_MS - 1)).toEqual({ is: 'say', why: 'moved', figure: 100, before: null })
    expect(press(on(100), SEEN_MS)).toEqual({ is: 'send', figure: 100 })
    expect(press(EMPTY, 9_000)).toEqual({ is: 'nothing' })
  })

  test('by keyboard it counts once its announcement has ended too', () => {
    expect(press(on(100), 60_000, 'ear')).toMatchObject({ is: 'say', why: 'moved' })
    const said = says(on(100), 100, 3_000)
    expect(press(said, 2_999, 'ear')).toMatchObject({ is: 'say' })
    expect(press(said, 3_000, 'ear')).toEqual({ is: 'send', figure: 100 })
    expect(press(says(on(100), 110, 3_000), 3_000, 'ear')).toMatchObject({ is: 'say' })
    // Said again, it was heard the first time.
    expect(says(said, 100, 9_000).saidUntil).toBe(3_000)
  })

  test('the price that was said is held: the next press sends exactly it, or is told', () => {
    const held = holds(on(100), 500, 2_000, 'ear')
    expect(held.held).toEqual({ figure: 100, seen: 500 + ANSWERED_MS, until: 500 + 2_000 + HELD_MS })
    expect(press(held, SEEN_MS)).toEqual({ is: 'send', figure: 100 })
    const moved = shows(held, 110, 600)
    // However long the higher price has stood, the press answers the one that was said.
    expect(press(moved, 5_000)).toEqual({ is: 'say', why: 'short', figure: 110, before: 100 })
    const again = holds(moved, 5_000, 2_000, 'ear')
    expect(press(again, 5_001)).toEqual({ is: 'send', figure: 110 })
    // In a market that moves sooner, the answer counts in place of the second on the button.
    expect(press(holds(on(100), 100, 2_000, 'pointer'), 100 + ANSWERED_MS)).toEqual({ is: 'send', figure: 100 })
    expect(press(shows(held, 110, 600), 500 + 2_000 + HELD_MS)).toEqual({ is: 'send', figure: 110 })
  })

  test('a second press before that price could be taken in is the same press', () => {
    expect(press(holds(on(100), 300, 2_000, 'ear'), 300 + ANSWERED_MS - 1)).toEqual({ is: 'same' })
    expect(press(holds(on(100), 500, 2_000, 'ear'), 2_499, 'ear')).toEqual({ is: 'same' })
    expect(press(holds(on(100), 500, 2_000, 'ear'), 2_500, 'ear')).toEqual({ is: 'send', figure: 100 })
  })

  test('a chosen price that is overtaken is refused by the first press, however late', () => {
    const after = shows(on(150), 160, 1_000, 150)
    expect(press(after, 60_000)).toEqual({ is: 'say', why: 'overtaken', figure: 160, before: 150 })
    expect(press(holds(after, 60_000, 0, 'pointer'), 60_000)).toEqual({ is: 'send', figure: 160 })
    // Choosing anew answers it.
    expect(press(shows(chooses(after), 200, 61_000), 62_000)).toEqual({ is: 'send', figure: 200 })
  })

  test('who follows the price sends the price of now', () => {
    expect(press(shows(on(150), 160, 1_000, 150), 1_000, 'ear', true)).toEqual({ is: 'send', figure: 160 })
  })

  test('it says when it next changes by itself', () => {
    expect(nextChangeAt(EMPTY, 0)).toBeNull()
    expect(nextChangeAt(on(100), 0)).toBe(SEEN_MS)
    expect(nextChangeAt(on(100), SEEN_MS)).toBeNull()
    expect(nextChangeAt(holds(on(100), 500, 2_000, 'ear'), SEEN_MS)).toBe(2_500)
    expect(nextChangeAt(holds(on(100), 500, 2_000, 'ear'), 3_000)).toBe(2_500 + HELD_MS)
    expect(expires(holds(on(100), 500, 2_000, 'ear'), 2_500 + HELD_MS).held).toBeNull()
  })
})

/** A deck in a market: the room raises the price, an announcer says it, and a person presses. */
class Deck {
  state: TakenIn = EMPTY
  next = 1_000
  chosen: number | null = null
  now = 0
  /** What stood on the button, and what was said, by the test's own record. */
  stoodSince = 0
  readonly said = new Map<number, number>()
  readonly answered = new Map<number, number>()
  #nextSaidAt = 0
  readonly faults: string[] = []
  readonly sent: { readonly figure: number; readonly presses: number }[] = []
  #presses = 0
  #promised: { readonly figure: number; readonly until: number } | null = null

  get figure(): number {
    return Math.max(this.next, this.state.held?.figure ?? this.chosen ?? 0)
  }

  show(): void {
    const overtaken = this.chosen !== null && this.chosen < this.next ? this.chosen : null
    if (overtaken !== null) this.chosen = null
    const before = this.state.figure
    this.state = shows(this.state, this.figure, this.now, overtaken)
    if (before !== this.state.figure) this.stoodSince = this.now
    // The announcer: the newest figure, at most every 4 s.
    if (this.now >= this.#nextSaidAt && !this.said.has(this.figure)) {
      const until = this.now + spokenMs(`Lot 1: ${this.figure}, number 5 leads. Next ${this.figure}`)
      this.said.set(this.figure, until)
      this.state = says(this.state, this.figure, until)
      this.#nextSaidAt = this.now + 4_000
    }
  }

  at(now: number): void {
    this.now = now
    this.state = expires(this.state, now)
    this.show()
  }

  choose(price: number): void {
    this.state = chooses(this.state)
    this.chosen = price
    this.#promised = null
  }

  press(by: PressedBy): Outcome['is'] {
    const shown = this.figure
    const outcome = pressed(this.state, { by, now: this.now, follows: false })
    if (outcome.is !== 'same') this.#presses += 1
    if (outcome.is === 'say') {
      const wordsMs = spokenMs(`Now ${outcome.figure}. Press again.`)
      this.state = holds(this.state, this.now, wordsMs, by)
      this.answered.set(outcome.figure, this.now)
      this.said.set(outcome.figure, Math.min(this.said.get(outcome.figure) ?? Infinity, this.now + wordsMs))
      // Told twice of a price that is still enough.
      if (this.#promised?.figure === outcome.figure && this.now < this.#promised.until) this.faults.push('told twice')
      this.#promised = { figure: outcome.figure, until: this.now + (by === 'ear' ? wordsMs : 0) + HELD_MS }
    }
    if (outcome.is === 'send') {
      const { figure } = outcome
      if (figure !== shown) this.faults.push(`${figure} sent, ${shown} shown`)
      const answeredAgo = this.now - (this.answered.get(figure) ?? Infinity)
      if (this.now - this.stoodSince < SEEN_MS && !(answeredAgo >= ANSWERED_MS))
        this.faults.push(`${figure} stood ${this.now - this.stoodSince} ms`)
      if (by === 'ear' && this.now < (this.said.get(figure) ?? Infinity)) this.faults.push(`${figure} was not said`)
      if (this.#promised !== null && this.now < this.#promised.until && figure > this.#promised.figure)
        this.faults.push(`${figure} sent for ${this.#promised.figure}`)
      this.sent.push({ figure, presses: this.#presses })
      this.#presses = 0
      this.#promised = null
      this.state = EMPTY
      this.chosen = null
      this.next = figure + 10
      this.show()
    }
    return outcome.is
  }
}

type Step = { readonly after: number; readonly does: 'market' | 'choose' | PressedBy }
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ after: fc.integer({ min: 0, max: 2_500 }), does: fc.constant('pointer' as const) }),
  },
  { weight: 3, arbitrary: fc.record({ after: fc.integer({ min: 0, max: 2_500 }), does: fc.constant('ear' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ after: fc.integer({ min: 200, max: 3_000 }), does: fc.constant('market' as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ after: fc.integer({ min: 0, max: 2_500 }), does: fc.constant('choose' as const) }),
  },
)

function run(steps: readonly Step[]): Deck {
  const deck = new Deck()
  deck.at(0)
  for (const { after, does } of steps) {
    // The announcer's turns come in between.
    const end = deck.now + after
    for (let at = deck.now + 200; at < end; at += 200) deck.at(at)
    deck.at(end)
    if (does === 'market') deck.next += 10
    else if (does === 'choose') {
      deck.choose(deck.next + 50)
    } else deck.press(does)
    deck.at(deck.now)
  }
  return deck
}

describe('B11 in any market', () => {
  test('no press sends a price that neither stood for a second nor was answered, or was not said, or is above the one held', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
        expect(run(steps).faults).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  /** Presses that a bid takes of a person who answers what is said, in a market that moves every `pace` ms on average. */
  function answersAt(pace: number, by: PressedBy, random: () => number): Deck {
    const deck = new Deck()
    deck.at(0)
    let movesAt = pace * (0.5 + random())
    let presses = 0
    let pressesAt = 500 * random()
    while (presses < 1_000) {
      const now = Math.min(movesAt, pressesAt, deck.now + 200)
      deck.at(now)
      if (now === movesAt) {
        deck.next += 10
        deck.at(now)
        movesAt = now + pace * (0.5 + random())
      }
      if (now === pressesAt) {
        presses += 1
        // Half the presses follow the answer that was heard or read, half come at any time.
        pressesAt = now + (random() < 0.5 ? 1_200 + 1_500 * random() : 2_500 * random()) + 1
        deck.press(by)
      }
    }
    return deck
  }

  test.each([200, 500, 1_000, 2_000, 3_000])('1,000 presses against a market that moves every %i ms', (pace) => {
    for (const by of ['pointer', 'ear'] as const) {
      const deck = answersAt(pace, by, seeded(pace))
      expect(deck.faults).toEqual([])
      // Where the price moves again before a second press counts, presses at the next price send no bid.
      expect(deck.sent.length > 0).toBe(by === 'pointer' ? pace >= 500 : pace >= 2_000)
    }
  })

  test('no bid takes a third press while its price is still enough', () => {
    for (const by of ['pointer', 'ear'] as const)
      for (const gap of [0, 300, 700, 999]) {
        const deck = new Deck()
        deck.at(0)
        deck.at(gap)
        expect(deck.press(by)).toBe('say')
        deck.at(gap + 3_000)
        expect(deck.press(by)).toBe('send')
        expect(deck.sent).toEqual([{ figure: 1_000, presses: 2 }])
      }
  })
})

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
