import { SHOWN } from './instrument.ts'
import type { Mutant } from './instrument.ts'

type Which = readonly [file: string, was: string, becomes: string, within?: string]
interface Explained {
  readonly because: string
  readonly which: readonly Which[]
}

/** Explains all mutants of a source text, with any replacement. If several functions contain the text, one is named. */
const guard = (file: string, ...was: readonly (string | readonly [was: string, within: string])[]): Which[] =>
  was.map((one) => (typeof one === 'string' ? [file, one, '*'] : [file, one[0], '*', one[1]]))

/**
 * Mutants that no test can distinguish from the original, with the reason. Matched by file, original text,
 * replacement (`*`: any) and, where the text is in several functions, by the one meant.
 */
const EXPLAINED: readonly Explained[] = [
  {
    because: 'A shortcut: what follows comes to the same, only later.',
    which: [
      ...guard(
        'decide/holding.ts',
        'Object.values(links.lastSeen).filter((seen) => draft.now - seen >= LAW.linkLostMs).length < 2',
        'draft.now - seen',
        ['return', 'holdWhereVanished'],
      ),
      ['decide/limits.ts', 'return null', 'removed', 'roomOn'],
      ['decide/limits.ts', 'roomOn(bidder, lot, ceiling.account) === null', 'false', 'carried'],
      ['decide/limits.ts', 'return ceiling', 'removed', 'carried'],
      ...['true', '||'].map((becomes): Which => [
        'decide/people.ts',
        'lot.leading?.number === number && runs(draft.state, lot, draft.stamp)',
        becomes,
        'loseStanding',
      ]),
      ['decide/limits.ts', 'whole === Infinity && single === Infinity', 'false'],
      ['decide/wake.ts', 'stageEndsAt ?? startTime', 'left alone'],
      ['digest.ts', 'this.#of !== state', 'true'],
      ['digest.ts', 'this.#of = state', 'removed'],
      // What the sum of the session is before it was made.
      ['digest.ts', '0', '1', 'session'],
      ['digest/views.ts', 'return this.#sum', 'removed'],
      ['notify/told.ts', 'before !== null && before.offers === after.offers', 'false'],
      ['notify/told.ts', 'bid.seq > since', '>='],
      ['evolve/exposure.ts', 'after === before', 'false'],
      ['evolve/exposure.ts', 'same(was, is)', 'false'],
      ['evolve/exposure.ts', 'return next', 'removed', 'withLot'],
      ['evolve/exposure.ts', 'account === null', 'false', 'charged'],
      ['evolve/people.ts', 'own(state.bidders, number)?.lost.includes(lot) !== true', 'false'],
      ['evolve/people.ts', 'return state', 'removed', 'notLostOn'],
      ['lots.ts', '0', '1', 'leaf'],
      ['lots.ts', '0', '1', 'branch'],
      ['lots.ts', '0', '1', 'built'],
      ['lots.ts', 'withCeilings > 0', '>='],
      ['lots.ts', 'before.places !== this.places', 'true'],
      ['lots.ts', 'dueAfter <= dueAt', '<'],
      ['lots.ts', 'dueBefore > dueAt', 'false'],
      ['lots.ts', 'return dueBefore > dueAt ? dueAt : null', 'removed'],
      ['lots.ts', '!may(root)', 'false'],
      ['lots.ts', 'return []', 'removed'],
      ['lots.ts', 'before === after', 'false'],
      ['lots.ts', 'return', 'removed'],
      ['decide/tick.ts', 'draft.state.phase !== 4', 'false'],
      // Before the sale and after it no clock of it runs; the other two of that text are found out.
      ['decide/tick.ts', 'return null', 'removed', 'tick'],
      ['decide/wake.ts', 'return []', 'removed'],
      ['decide/wake.ts', "state.stage !== 'negotiation'", 'false'],
      ['evolve/idle.ts', 'state.idleSince === null', 'false'],
      ['evolve/waiting.ts', 'waiting.length === 0', 'false'],
      ['evolve.ts', 'return state', 'removed', 'changed'],
      ['evolve/bids.ts', 'recent[0] === number', 'false'],
      ['decide/settle.ts', 'return null', 'removed'],
      ['log.ts', 'return null', 'removed'],
      ['canonical.ts', 'PLAIN.test(value)', 'false'],
      ['canonical.ts', 'return `"${value}"`', 'removed'],
    ],
  },
  {
    because:
      'Prices, amounts, times and the silences asked for are 1 at least: less, one and nothing at all lose against each of them alike.',
    which: [
      ['decide/calendar.ts', 'state.stageEndsAt ?? state.startTime', 'left alone'],
      ['decide/links.ts', '0', '1', 'silence'],
      ['decide/links.ts', '0', '1', 'signOfLife'],
      ['decide/links.ts', '0', '1', 'hasAnswered'],
      ['decide/links.ts', 'lot.book?.silentFrom ?? 0', 'left alone'],
      ['decide/links.ts', 'lostAt ?? 0', 'left alone'],
      ['evolve/lots.ts', '0', '1', 'highestOf'],
      ['evolve/lots.ts', 'lot.highestBefore ?? 0', 'left alone'],
      ['prices.ts', 'highestBefore ?? 0', 'left alone'],
      ['decide/links.ts', '1', '2'],
      ['evolve/waiting.ts', 'closure?.since ?? stamp', 'left alone', 'isOver'],
      ['decide/links.ts', 'silence(lot, number, links, draft.now) ?? -1', 'left alone'],
      ['decide/links.ts', 'silence(lot, number, links, last.at) ?? -1', 'left alone'],
    ],
  },
  {
    because:
      'A guard for the type, or against what other rules keep from being: an open, held or scheduled lot has its clock, a held one its hold, what has bids its book, a name in the state its entry.',
    which: [
      ...guard(
        'decide/answers.ts',
        'lot === null',
        "return refuse('offer.lot_not_on_offer')",
        "'offer.lot_not_on_offer'",
        'lotOf(draft.state, lot.lot) ?? lot',
        'lot.book?.offered ?? {}',
      ),
      ['decide/answers.ts', 'buyer === undefined', 'false'],
      ['decide/close.ts', "lot.status === 'open' && lot.clock !== null", '||'],
      ...guard('decide/deals.ts', 'lot.book?.standing ?? null', 'lot.leading?.account ?? null', [
        "'deal.not_offered'",
        'askedOf',
      ]),
      ...guard('decide/endings.ts', 'book?.offers ?? []', 'offers[id] ?? []'),
      ['decide/limits.ts', 'account === null', 'false', 'roomOn'],
      ['decide/settle.ts', 'ceiling === undefined || bidder === undefined', '&&'],
      ['decide/who.ts', "by.is === 'bidder'", 'true', 'clerkOf'],
      ['decide/who.ts', "by.is === 'bidder'", 'true', 'bidderOn'],
      ['decide/who.ts', '0', '1', 'bidderOn'],
      ...guard('decide/who.ts', ['lot.clock?.deadline ?? 0', 'bidderOn']),
      ...guard('decide/lot.ts', ['book?.late ?? {}', 'isAdmittedOn']),
      ...guard(
        'decide/limits.ts',
        'roomOn(bidder, lot, account, reserved)?.left ?? Infinity',
        'roomOn(bidder, lot, ceiling.account, reservedFor(judged, bidder.number, lot))?.left ?? Infinity',
      ),
      ['evolve/exposure.ts', 'bound === null || bidder === undefined', '&&'],
      ['evolve/waiting.ts', 'book && clock', '||'],
      ['digest/parts.ts', 'record[key] === undefined', 'false'],
      ...guard('evolve/people.ts', 'state.lots.get(id)?.ceilings ?? {}'),
      ['notify/events.ts', 'lot === undefined', 'false', 'noticesOfEvent'],
      ...guard(
        'lots.ts',
        'next === undefined',
        ['return undefined', 'get'],
        'hold?.until ?? Infinity',
        'below === undefined',
        'return node',
        'old !== undefined',
      ),
      ['lots.ts', 'place === undefined || before === undefined', '&&'],
      ['lots.ts', "'lots' in after && 'lots' in before", '||'],
      ['lots.ts', "'nodes' in after && 'nodes' in before", '||'],
      ['lots.ts', "'nodes' in after && 'nodes' in before", 'true'],
      ...guard('decide/close.ts', 'lotOf(draft.state, lot.lot) ?? lot'),
      ...guard(
        'decide/closing.ts',
        'lot.clock === null || !isRunning(lot)',
        'lotOf(draft.state, lot)?.clock?.hardEnd ?? null',
      ),
      ...guard('decide/endings.ts', "'failed'"),
      // A withdrawn lot has no bid that stands.
      ['decide/people.ts', "'withdrawn'", "''", 'isBidOn'],
      ...guard('decide/adjust.ts', "'failed'"),
      ...guard('decide/holding.ts', ['return', 'resume'], 'lot.clock === null', 'lot.book?.standing?.recent ?? []'),
      ...guard(
        'decide/links.ts',
        'own(draft.state.bidders, number)?.lost.length ?? 0',
        'seen === undefined || !Number.isSafeInteger(seen)',
        'lot.book === null',
      ),
      ...guard(
        'decide/lot.ts',
        ["return refuse('lot.not_open')", 'takesBids'],
        ["return refuse('lot.not_open')", 'inTime'],
        ["'lot.not_open'", 'takesBids'],
        ["'lot.not_open'", 'inTime'],
        ['lot.clock === null', 'inTime'],
        "'lot.held'",
        'lot.hold === null',
        'own(state.sellers, lot.seller)?.company ?? null',
        "'failed'",
      ),
      ...guard('decide/place.ts', 'return cause', 'on === null || on.clock === null'),
      ...['tellCapped', 'compete'].flatMap((name) =>
        guard('decide/settle.ts', ["lot === null || lot.status !== 'open'", name], ['return', name]),
      ),
      ...guard('decide/stage.ts', 'continue', 'lot.clock === null'),
      ...guard(
        'decide/strike.ts',
        ['lot.book?.standing ?? null', 'newestGroup'],
        ['lot.book?.standing ?? null', 'strikeOrphans'],
        'return',
        'lot.clock === null || last === undefined',
        'lot.clock === null',
        'last === undefined',
        'top !== undefined',
      ),
      ...guard('decide/tick.ts', "state.stage === 'negotiation' && state.stageEndsAt !== null"),
      ...guard('decide/void.ts', "'waiting'"),
      ...guard('decide/wake.ts', 'state.stageEndsAt !== null'),
      ...guard('decide/who.ts', ["return refuse('identity.not_allowed')", 'sellerOf'], "by.is !== 'seller'"),
      ...guard(
        'decide/offers.ts',
        ['command.answers === null', 'counter'],
        'state.stageEndsAt ?? now',
        'lotOf(state, lot) ?? { book: null }',
        'book?.offered ?? {}',
      ),
      ...guard(
        'redact.ts',
        '!isEvent(redacted)',
        'throw new TypeError(`redacting ${event.type} left no event`)',
        '`redacting ${event.type} left no event`',
      ),
      ...guard('secrets.ts', "state.lots.get(event.lot)?.seller ?? ''", "''"),
      ...guard('receipt.ts', 'i < level.length', 'left === undefined', 'break'),
      ...guard(
        'evolve/bids.ts',
        ['lot.clock === null', 'withBid'],
        ['lot.clock === null', 'withVoid'],
        'event.origin?.root ?? seq',
        'event.origin?.rootNumber ?? number',
      ),
      ...guard(
        'evolve/clocks.ts',
        ['lot.clock === null', 'adjusted'],
        'lot.clock === null || !isRunning(lot)',
        'given ?? clock.deadline',
      ),
      ...guard(
        'evolve/lots.ts',
        'hold === null',
        'clock === null || clock.hardEnd === null',
        'clock === null',
        'parent === undefined',
        'before === undefined',
      ),
      ['evolve/lots.ts', '0', '1', 'resumed'],
      ...guard('evolve/people.ts', 'seller === undefined'),
      // A released claim has no open amount, and every contract has companies.
      ...guard('trade/money.ts', ["'released'", 'reminderOf']),
      ['trade/decide.ts', 'company === null', 'false'],
    ],
  },
  {
    because: 'A party that has made no offer, or one, has made fewer than twenty.',
    which: [['decide/offers.ts', '0', '1', 'notTooMany']],
  },
  {
    because:
      'What is bound alike is counted off and on again, which changes nothing. While a company leads a lot, neither its quantity changes nor the person at an unchanged price.',
    which: [
      ['evolve/exposure.ts', 'a?.account === b?.account', '!=='],
      ['evolve/exposure.ts', 'a?.quantity === b?.quantity', '!=='],
      [
        'evolve/exposure.ts',
        'a === b || (a?.number === b?.number && a?.account === b?.account && a?.price === b?.price && a?.quantity === b?.quantity)',
        '&&',
      ],
    ],
  },
  {
    because: 'The first entry of a log is its publication, so no bid is of that number, nor of nought.',
    which: [
      ['notify/told.ts', '0', '1'],
      ['notify/told.ts', 'before.leading?.seq ?? 0', 'left alone'],
    ],
  },
  {
    because: 'A formatted time of day always has its hour and its minute.',
    which: [
      ['notify/when.ts', '0', '1', 'minuteOfDay'],
      ...guard('notify/when.ts', "of.get('hour') ?? 0", "of.get('minute') ?? 0"),
    ],
  },
  {
    because: 'A whole day more is the same time of the day.',
    which: [['notify/when.ts', '1.5', '2.5']],
  },
  {
    because: 'A wrong length of the day is corrected as a day on which the clock is changed.',
    which: [['notify/when.ts', '60', '61', 'DAY_MINUTES']],
  },
  {
    because: 'What came and what went are both counted from there, and one is taken from the other.',
    which: [['trade/money.ts', '0', '1', 'netOf']],
  },
  {
    because: 'Nothing is nothing in every currency, and a limit without rates counts its own currency alone.',
    which: [
      ['decide/limits.ts', 'left <= 0', '<', 'inCurrency'],
      ['decide/limits.ts', 'currency === of || left <= 0', '&&', 'inCurrency'],
      ['decide/limits.ts', 'currency === of || left <= 0 || from === undefined', '&&', 'inCurrency'],
      [
        'decide/limits.ts',
        'currency === of || left <= 0 || from === undefined || to === undefined',
        '&&',
        'inCurrency',
      ],
    ],
  },
  {
    because: 'How wide and how deep the tree of lots is shows in no answer.',
    which: [['lots.ts', '5', '6']],
  },
  {
    because:
      'Equal is not possible, or makes no difference: keys of an object differ, ceilings set at different events differ in age, a hard end that is the deadline already need not move, and an entry of nothing or a correction to the same is refused before.',
    which: [
      ['decide/settle.ts', 'a.since < b.since', '<='],
      ['decide/settle.ts', 'a.amount > b.amount', '>='],
      ['evolve/edit.ts', 'clock.hardEnd >= deadline', '>'],
      ['trade/money.ts', 'beforeDelivery > depositDue', '>='],
      ['trade/money.ts', 'after > before', '>='],
      ['notify/when.ts', 'from < to', '<='],
      ['notify/told.ts', 'leading.seq < since', '<='],
      ['deposit.ts', 'total > MOST', '>='],
      ['evolve/exposure.ts', 'exact > MOST', '>='],
      // A deadline that stays is not looked at, and no deposit of nothing is required.
      ['decide/calendar.ts', 'deadline > state.signUpDeadline', '>='],
      ['deposit.ts', 'carried[first.currency] ?? 0', 'left alone'],
      ['units.ts', 'a > b', '>='],
      ['units.ts', 'a < b', '<='],
    ],
  },
  {
    because: 'A name that is only distinguished from others, none of which is empty.',
    which: [
      // It is not newer than any bid either.
      ['notify/told.ts', "'left_out'", "''", 'outbid'],
      ['decide/answers.ts', "'other'", "''"],
      ['decide/bid.ts', "'hand'", "''"],
      ['decide/who.ts', "'unknown'", "''"],
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
    because: 'An open lot keeps a time of its opening that bids have passed long since.',
    which: [['evolve/clocks.ts', "lot.status === 'scheduled'", 'true']],
  },
  {
    because: 'What is put there is thrown away: only who may see it is asked.',
    which: ['privyTo', 'redactOpenings'].map((name): Which => ['redact.ts', 'return value', 'removed', name]),
  },
  {
    because: 'A bid that answers one which has just moved the clock moves it by nothing.',
    which: [['decide/bid.ts', 'true', 'false']],
  },
]

const fits = (mutant: Mutant, [file, was, becomes, within]: Which): boolean =>
  file === mutant.file &&
  was.slice(0, SHOWN) === mutant.was &&
  (becomes === '*' || becomes === mutant.becomes) &&
  (within === undefined || within === mutant.within)

/** `null`: unexplained, so a test is missing. */
export function explanation(mutant: Mutant): string | null {
  return EXPLAINED.find(({ which }) => which.some((one) => fits(mutant, one)))?.because ?? null
}

/** Explanations that fit no mutant any more, or mutants of several functions, where they may excuse what they never meant. */
export function loose(mutants: readonly Mutant[]): readonly string[] {
  const functionsOf = (which: Which): string[] => [
    ...new Set(mutants.filter((mutant) => fits(mutant, which)).map(({ within }) => within)),
  ]
  return EXPLAINED.flatMap(({ which }) => which)
    .map((one) => ({ one, where: functionsOf(one) }))
    .filter(({ where }) => where.length !== 1)
    .map(({ one, where }) => `${one.join('  ')}: ${where.join(', ') || 'nowhere'}`)
}
