import { SHOWN } from './instrument.ts'
import type { Mutant } from './instrument.ts'

type Which = readonly [file: string, was: string, becomes: string]
interface Explained {
  readonly because: string
  readonly which: readonly Which[]
}

/** Whatever these become. */
const guard = (file: string, ...was: readonly string[]): Which[] => was.map((text) => [file, text, '*'])

/**
 * Mutants that no test can tell from the original, and why. Matched by file, original text and replacement (`*`: any).
 */
const EXPLAINED: readonly Explained[] = [
  {
    because:
      'At the end of a ruling, "nothing" is `null` or `undefined` alike: a decision only asks whether there is a refusal.',
    which: [
      'adjust',
      'answers',
      'bid',
      'ceiling',
      'closing',
      'holding',
      'offers',
      'people',
      'publish',
      'rounds',
      'speech',
      'stage',
      'tick',
      'void',
    ].map((name): Which => [`decide/${name}.ts`, 'return null;', 'removed']),
  },
  {
    because: 'A shortcut: what follows comes to the same, only later.',
    which: [
      ['decide.ts', "by.is === 'bidder'", 'true'],
      ['decide/tick.ts', 'draft.state.phase !== 4', 'false'],
      ['decide/wake.ts', 'state.phase !== 4', 'false'],
      ['decide/wake.ts', 'return null;', 'removed'],
      ['decide/wake.ts', 'return [];', 'removed'],
      ['decide/wake.ts', "state.stage !== 'negotiation'", 'false'],
      ['decide/wake.ts', "status === 'open'", 'true'],
      ['decide/links.ts', '!isLost', 'true'],
      ['evolve/idle.ts', 'state.idleSince === null', 'false'],
      ['evolve/idle.ts', 'return false;', 'removed'],
      ['evolve.ts', 'return state;', 'removed'],
      ['evolve/bids.ts', 'recent[0] === number', 'false'],
      ['decide/people.ts', 'running && lot.leading?.number === number', '*'],
      ['decide/settle.ts', 'return null;', 'removed'],
      ['log.ts', 'return null;', 'removed'],
      ['evolve/people.ts', 'lot !== undefined && own(lot.ceilings, number) !== undefined', '*'],
      ['canonical.ts', 'PLAIN.test(value)', 'false'],
      ['canonical.ts', 'return `"${value}"`;', 'removed'],
    ],
  },
  {
    because:
      'Prices, amounts and times are 1 at least: nought, one and nothing at all lose against each of them alike.',
    which: [
      ['decide/close.ts', '0', '1'],
      ['decide/close.ts', 'reserve ?? 0', 'left alone'],
      ['decide/links.ts', '0', '1'],
      ['decide/links.ts', 'lot.book?.silentFrom ?? 0', 'left alone'],
      ['decide/links.ts', 'lostAt ?? 0', 'left alone'],
      ['evolve/lots.ts', '0', '1'],
      ['evolve/lots.ts', 'lot.highestBefore ?? 0', 'left alone'],
      ['prices.ts', '0', '1'],
      ['prices.ts', 'lot.highestBefore ?? 0', 'left alone'],
    ],
  },
  {
    because:
      'A guard for the type, or against what other rules keep from being: an open, held or scheduled lot has its clock, a held one its hold, what has bids its book, a name in the state its entry.',
    which: [
      ...guard(
        'decide/answers.ts',
        'lot === null',
        "return refuse('offer.lot_not_on_offer');",
        "'offer.lot_not_on_offer'",
        'own(draft.state.bidders, number)?.company ?? null',
      ),
      ...guard(
        'decide/close.ts',
        'lotOf(draft.state, lot.lot) ?? lot',
        'own(draft.state.bidders, number)?.company ?? null',
      ),
      ...guard(
        'decide/closing.ts',
        '!hasClock(state)',
        'state.stageEndsAt !== null',
        'lot.clock === null || !isRunning(lot)',
      ),
      ...guard('decide/endings.ts', "'failed'"),
      ...guard('decide/adjust.ts', "'failed'"),
      ...guard(
        'decide/holding.ts',
        'lot.hold === null || lot.clock === null',
        'lot.book?.standing?.recent ?? []',
        'silence(draft, lot, n, lastSeen) ?? []',
      ),
      ...guard(
        'decide/links.ts',
        'seen === undefined || !Number.isSafeInteger(seen)',
        'return null;',
        'continue;',
        'lot === null',
        'lot.book === null',
      ),
      ...guard(
        'decide/lot.ts',
        'own(state.lots, id) ?? []',
        "return refuse('lot.not_open');",
        "'lot.not_open'",
        'lot.clock === null',
        "'lot.held'",
        'lot.hold === null',
        'own(state.sellers, lot.seller)?.company ?? null',
        "'failed'",
      ),
      ...guard('decide/place.ts', 'lotOf(draft.state, bid.lot)?.clock ?? null', 'return cause;', 'clock === null'),
      ...guard(
        'decide/settle.ts',
        'bidder === undefined || !bidder.admitted',
        "lot === null || lot.status !== 'open'",
        'return;',
      ),
      ...guard('decide/stage.ts', 'continue;', 'lot.clock === null'),
      ...guard(
        'decide/strike.ts',
        'lot.book?.standing ?? null',
        'return;',
        'lot.clock === null || last === undefined',
        'lot.clock === null',
        'last === undefined',
        'top !== undefined',
      ),
      ...guard('decide/tick.ts', "state.stage === 'negotiation' && state.stageEndsAt !== null"),
      ...guard('decide/void.ts', "'waiting'"),
      ...guard('decide/wake.ts', 'clock === null', 'hold?.until ?? null', 'state.stageEndsAt !== null'),
      ...guard('decide/who.ts', "return refuse('identity.not_allowed');", "by.is !== 'seller'"),
      ...guard('decide/offers.ts', 'command.answers === null', 'state.stageEndsAt ?? now'),
      ...guard(
        'redact.ts',
        '!isEvent(redacted)',
        'throw new TypeError(`redacting ${event.type} left no event`);',
        '`redacting ${event.type} left no event`',
      ),
      ...guard('secrets.ts', "state.lots[event.lot]?.seller ?? ''", "''"),
      ...guard('evolve/session.ts', 'lot !== undefined'),
      ...guard('receipt.ts', 'i < level.length', 'left === undefined', 'break;'),
      ...guard(
        'evolve/bids.ts',
        'lot.clock === null',
        'event.origin?.root ?? seq',
        'event.origin?.rootNumber ?? number',
      ),
      ...guard(
        'evolve/clocks.ts',
        'lot !== undefined && lot.clock !== null',
        'lot.clock === null || !isRunning(lot)',
        'given ?? clock.deadline',
      ),
      ...guard(
        'evolve/lots.ts',
        'hold === null',
        'clock === null || clock.hardEnd === null',
        'clock === null',
        'lot === undefined',
        'continue;',
        'parent === undefined',
        'before === undefined',
      ),
      ...guard(
        'evolve/people.ts',
        "ceiling.mode === 'linkLoss' && own(next.bidders, number)?.lost === true",
        'seller === undefined',
        "ceiling.mode === 'linkLoss' && own(next.bidders, number)?.lost === true && !holdsMandate(next, number)",
      ),
    ],
  },
  {
    because:
      'Equal is not possible, or makes no difference: keys of an object differ, ceilings set at different events differ in age, and a hard end that is the deadline already need not move.',
    which: [
      ['decide/settle.ts', 'a.since < b.since', '<='],
      ['decide/settle.ts', 'a.amount > b.amount', '>='],
      ['evolve/edit.ts', 'clock.hardEnd >= deadline', '>'],
      ['units.ts', 'a > b', '>='],
      ['units.ts', 'a < b', '<='],
    ],
  },
  {
    because: 'A name that is only told from others, none of which is empty.',
    which: [
      ['decide/answers.ts', "'other'", "''"],
      ['decide/who.ts', "'nobody'", "''"],
      ['decide/who.ts', "actor === 'room' || actor === 'host' || actor === 'operator'", 'true'],
    ],
  },
  {
    because: 'The stage changes in phase 3 or 4 only, never back to preparation, and what comes of it is phase 4.',
    which: [
      ['evolve/session.ts', "'preparation'", "''"],
      ['evolve/session.ts', '4', '5'],
      ['evolve/session.ts', 'state.phase < 4', '<='],
      ['evolve/session.ts', "event.stage !== 'preparation' && state.phase < 4", '*'],
    ],
  },
  {
    because:
      'An ended offer keeps a time that nobody reads any more, an open lot one of its opening that bids have passed long since.',
    which: [
      ['evolve/clocks.ts', "offer.status === 'live'", 'true'],
      ['evolve/clocks.ts', "lot.status === 'scheduled'", 'true'],
    ],
  },
  {
    because: 'The state of a lot between its splitting off and its sale, which is the next event of the same decision.',
    which: [['evolve/lots.ts', "'unsold'", "''"]],
  },
  {
    because: 'A number that a test holds to LAW.md, where that is read: it does not judge here.',
    which: [
      ['rule.ts', '1_000', '1001'],
      ['rule.ts', '120_000', '120001'],
    ],
  },
  {
    because: 'What is put there is thrown away: only who may see it is asked.',
    which: [['redact.ts', 'return value;', 'removed']],
  },
  {
    because: 'What is not true is asked for, and nothing at all is not true either.',
    which: [['log.ts', 'return false;', 'removed']],
  },
  {
    because: 'A bid that answers one which has just moved the clock moves it by nothing.',
    which: [['decide/bid.ts', 'true', 'false']],
  },
]

/** `null`: nobody has one, so a test is missing. */
export function explanation(mutant: Mutant): string | null {
  const fits = ([file, was, becomes]: Which): boolean =>
    file === mutant.file && was.slice(0, SHOWN) === mutant.was && (becomes === '*' || becomes === mutant.becomes)
  return EXPLAINED.find(({ which }) => which.some(fits))?.because ?? null
}
