import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Command, Given } from '../commands.ts'
import { isRefusal } from '../decide.ts'
import { isOver } from '../evolve/waiting.ts'
import type { SessionEvent } from '../events.ts'
import type { Lot, LotId } from '../lot.ts'
import type { SessionState } from '../state.ts'
import { PATIENCE, play, type Played, PLENTIFUL, proof, sale, type Step } from '../testing/sales.ts'
import { pick } from '../testing/room.ts'
import { by, standing } from '../testing/world.ts'
import type { Instant } from '../units.ts'

/** The room's own; nothing of them was received. An outage gives open lots time (O2). */
const OWN: ReadonlySet<Command['type']> = new Set(['tick', 'wake', 'clockSetBack', 'logDenied', 'publish'])

/** The state after each step. */
const afterEach = ({ steps }: Played): readonly SessionState[] =>
  steps.map(({ before, decision }) => (isRefusal(decision) ? before : decision.state))

/** Who won, where the price stands, and whether the lot closed, goes on or is held. */
const resultOf = ({ leading, deal, status, holdUsed, holdOffered }: Lot) => ({
  leads: leading && [leading.number, leading.price],
  has: deal && [deal.number, deal.price],
  is: status === 'open' || status === 'held' ? status : 'closed',
  holdUsed,
  holdOffered,
})

interface Waited {
  readonly lot: LotId
  /** Steps received after the deadline while the lot only waited for its closing. */
  readonly late: ReadonlySet<number>
  /** The step that closed it, held it, or armed a mandate on it instead. */
  readonly closed: number
}

/** Lots that waited for their closing while something was received after the deadline that they closed at. */
function waitedIn({ steps }: Played, states: readonly SessionState[]): readonly Waited[] {
  const open = new Map<LotId, { deadline: Instant; late: Set<number> }>()
  const found: Waited[] = []
  steps.forEach(({ before, given }, i) => {
    for (const { lot: id } of before.lots) {
      const lot = before.lots.get(id)
      if (lot?.status !== 'open' || lot.clock === null) continue
      const { deadline } = lot.clock
      if (!OWN.has(given.command.type) && isOver(before, lot, given.at)) {
        const waits = open.get(id) ?? { deadline, late: new Set<number>() }
        waits.late.add(i)
        open.set(id, waits)
      }
      const waits = open.get(id)
      const after = states[i]?.lots.get(id)
      if (waits === undefined || (after?.status === 'open' && after.clock?.deadline === deadline)) continue
      open.delete(id)
      // What came in time and was decided late, or an outage (O2), gave it more time: an exclusion counts from then.
      if (given.command.type === 'tick') found.push({ lot: id, late: waits.late, closed: i })
    }
  })
  return found
}

/** A sale whose lots wait longer for their closing: of each four ticks three are left out. */
const slow = (): fc.Arbitrary<Given[]> =>
  fc.tuple(sale(), fc.nat(3)).map(([givens, phase]) => {
    let ticks = 0
    return givens.filter(({ command }) => command.type !== 'tick' || (ticks += 1) % 4 === phase)
  })

/** A sale in which acts are received after a deadline, before the tick that closes the lot, holds it or arms a mandate. */
const interrupted = (): fc.Arbitrary<Given[]> =>
  fc
    .tuple(slow(), fc.nat(999), fc.array(fc.tuple(fc.nat(999), fc.nat(999)), { minLength: 1, maxLength: 3 }))
    .map(([givens, where, what]) => {
      const { steps } = play(givens)
      const ticks = steps.flatMap(({ given, now, before }, i) => {
        const closes = [...before.lots].some((lot) => isOver(before, lot, now) && isBidOn(lot))
        return given.command.type === 'tick' && closes ? [i] : []
      })
      const tick = pick(ticks, where)
      const step = steps[tick ?? -1]
      if (tick === undefined || step === undefined) return givens
      const acts = what.flatMap(([kind, who]) => lateAct(step, kind, who) ?? [])
      return givens.toSpliced(tick, 0, ...acts)
    })

const isBidOn = ({ leading, ceilings }: Lot): boolean => leading !== null || Object.keys(ceilings).length > 0

/** An exclusion of a bidder, its return, or a temporary closing, all received as late as the step. */
function lateAct({ before, now }: Step, kind: number, who: number): Given | null {
  const bidder = pick(Object.values(before.bidders), who)
  if (bidder === undefined) return null
  const company = bidder.company ?? ''
  const acts: readonly Command[] = [
    { type: 'dismiss', number: bidder.number, reason: 'unpaid' },
    { type: 'suspend', company, reason: 'fraud' },
    { type: 'suspend', company: 'seller-co-1', reason: 'fraud' },
    { type: 'admit', standing: standing(company) },
    { type: 'closeTemporarily', message: 'Fire drill.' },
  ]
  const command = pick(acts, kind)
  return command === undefined ? null : by(command.type === 'closeTemporarily' ? 'host' : 'operator', now, command)
}

/** An outage is written where the session is not closed alone, and gives open lots time (O2). */
const outages = (events: readonly SessionEvent[]): number => events.filter(({ type }) => type === 'outage').length

/** M3: a command is a sign of life, which ends a loss until the closing. */
const isBack = (step: Step | undefined, lot: LotId): boolean =>
  Object.values(step?.before.bidders ?? {}).some(
    ({ number, lost }) => lost.includes(lot) && step?.given.by.actor === `bidder:${number}`,
  )

const seen = new Set<Command['type']>()
const compared = { closed: 0, armed: 0, held: 0 }

function holds(givens: readonly Given[]): void {
  const played = play(givens)
  const states = afterEach(played)
  for (const { lot, late, closed } of waitedIn(played, states)) {
    const { steps } = played
    // A void names its bid by a place in the log, which moves when entries before it are left out.
    if (steps.slice(0, closed).some(({ given }, i) => given.command.type === 'voidBid' && !late.has(i))) continue
    const without = play(steps.slice(0, closed + 1).flatMap(({ given }, i) => (late.has(i) ? [] : [given])))
    const [with_, due] = [states[closed], afterEach(without).at(-1)].map((state) => state?.lots.get(lot))
    if (with_ === undefined || due === undefined) throw new Error(`${lot} is lost`)
    const until = steps.slice(0, closed + 1).flatMap(({ decision }) => (isRefusal(decision) ? [] : decision.events))
    if (outages(without.events) !== outages(until)) continue
    if ([...late].some((i) => isBack(steps[i], lot))) continue
    const said = [...late].map((i) => JSON.stringify(steps[i]?.given))
    // A suspended seller's lot without a deal is withdrawn.
    if (with_.status === 'withdrawn' && due.deal === null) continue
    expect(resultOf(with_), `${lot} after ${said.join('\n')}`).toEqual(resultOf(due))
    compared[with_.status === 'open' ? 'armed' : with_.status === 'held' ? 'held' : 'closed'] += 1
    for (const i of late) {
      const step = steps[i]
      if (step !== undefined && !isRefusal(step.decision)) seen.add(step.given.command.type)
    }
  }
}

test(
  'K5: what is received after a lot’s deadline changes no winner, price, arming or hold, in any sale',
  () => fc.assert(fc.property(sale(), holds), proof(200)),
  PATIENCE,
)

test(
  'K5: nor where lots wait long for their closing',
  () => fc.assert(fc.property(slow(), holds), proof(300)),
  PATIENCE,
)

test(
  'K5: nor where bidders are excluded or admitted again, or the session is closed, just before a late tick',
  () => fc.assert(fc.property(interrupted(), holds), proof(600)),
  PATIENCE,
)

if (PLENTIFUL)
  test('such acts were accepted, of every kind that might change a lot; some lots were held, or mandates armed', () => {
    expect(compared.closed).toBeGreaterThan(100)
    expect(compared.armed).toBeGreaterThan(10)
    expect(compared.held).toBeGreaterThan(10)
    expect([...seen].toSorted()).toEqual(
      expect.arrayContaining(['admit', 'bid', 'closeTemporarily', 'dismiss', 'setCeiling', 'setLimit', 'suspend']),
    )
  })
