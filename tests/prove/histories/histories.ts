import { start } from '../../../src/contract/calls/index.ts'
import { openLink } from '../../link/link.ts'
import type { Link } from '../../link/link.ts'
import { ADD_RANGE, LIMITED_EVERY, START_PRICE, venueOf } from '../../support/world.ts'
import type { WorldSession } from '../../support/world.ts'
import { check } from '../linearizable/check.ts'
import { lotModel } from '../linearizable/lot.ts'
import { audit, contradicted } from '../parts/audit.ts'
import { openCluster } from '../parts/cluster.ts'
import type { Cluster } from '../parts/cluster.ts'
import { ExportedLog } from '../parts/exported.ts'
import { noneOf, sizes } from '../proof.ts'
import type { Figures, Options, Proof } from '../proof.ts'
import { amountOf, milli, minor } from '../../../src/domain/units.ts'
import type { Milli } from '../../../src/domain/units.ts'
import type { Attempt } from '../parts/attempt.ts'
import { seeded } from '../../../src/server/seeded.ts'
import { shuffled } from '../random.ts'
import { Chaos } from './chaos.ts'
import { historyOf, isFree, read, record } from './lot.ts'
import type { LotOperation, LotRecord } from './lot.ts'
import { doubled, lost, swapped } from './plant.ts'
import { SCENES } from './scenes.ts'

interface Size {
  readonly histories: number
  /** Histories recorded concurrently. */
  readonly together: number
}

const NODES = 3
const BIDDERS = 24
const AT_A_LOT = 4
const LIFE_MS = 2_500
const PIN = '271828'
/** Enough for one lot, not for two; every third bidder has this limit. */
const LIMIT = minor(5_000_000)

export const histories: Proof = {
  name: 'histories',
  promise: 'Three nodes under stalls and cuts answer as one: every history of a lot is linearizable',
  full: (options) => prove({ histories: 1_000, together: 12 }, options),
  sample: (options) => prove({ histories: 16, together: 8 }, options),
}

async function prove(size: Size, { seed, say }: Options): Promise<Figures> {
  const cluster = await openCluster(NODES, {
    bidders: BIDDERS,
    lots: size.histories + SCENES.length,
    limit: LIMIT,
    pin: PIN,
  })
  const links = await Promise.all(cluster.nodes.map(({ url }) => openLink({ target: url, seed })))
  const { session } = cluster
  try {
    await venueOf(cluster.nodes[0]?.url ?? '', session, session.host).accepted(start, { biddingSeconds: 86_400 })
    const chaos = new Chaos(
      cluster.nodes.flatMap((node, i) => (links[i] ? [{ node, link: links[i] }] : [])),
      seeded(seed),
    )
    let records: LotRecord[]
    try {
      records = await recordAll(session, links, size, seed, say)
    } finally {
      await chaos.end()
    }
    records.push(...(await stageAll(cluster, size)))
    const urls = cluster.nodes.map(({ url }) => url)
    const turned = await lookBack(session, records, urls)
    const logs = await Promise.all(urls.map((url) => logFrom(url, session)))
    // A busy machine's outage may be written while they are read: they are compared at the shortest one's end.
    const shortest = Math.min(...logs.map(({ seq }) => seq))
    const different = logs
      .filter((log) => log.entries[shortest - 1]?.hash !== logs[0]?.entries[shortest - 1]?.hash)
      .map(({ seq }) => `a log of ${seq}`)
    return judge(
      records,
      {
        ...audit(
          records.flatMap(({ attempts }) => attempts),
          logs[0] ?? new ExportedLog(),
        ),
        different,
        turned,
        exceeded: beyondLimit(logs[0] ?? new ExportedLog()),
        broken: logs.flatMap(({ broken }) => broken),
        dead: cluster.dead(),
      },
      { ...chaos.faults },
    )
  } finally {
    await Promise.all(links.map((link) => link.close()))
    await cluster.end()
  }
}

async function recordAll(
  session: WorldSession,
  links: readonly Link[],
  { histories: count, together }: Size,
  seed: number,
  say: (line: string) => void,
): Promise<LotRecord[]> {
  const random = seeded(seed + 1)
  const anyNode = () => links[Math.floor(random() * links.length)]?.url ?? ''
  const queue = [...session.lots.slice(0, count).entries()]
  const records: LotRecord[] = []
  await Promise.all(
    Array.from({ length: together }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const [i, lot] = next
        const bidders = shuffled(session.bidders, seed + i).slice(0, AT_A_LOT)
        records.push(
          await record({
            session,
            lot,
            bidders,
            operations: 3 + Math.floor(random() * 6),
            anyNode,
            random,
            lifeMs: LIFE_MS,
            pin: PIN,
          }),
        )
        if (records.length % 100 === 0) say(`${records.length} of ${count} histories recorded`)
      }
    }),
  )
  return records
}

async function stageAll({ session, nodes }: Cluster, { histories: count }: Size): Promise<LotRecord[]> {
  const [first, second] = session.bidders.filter(isFree)
  const records: LotRecord[] = []
  for (const [i, scene] of SCENES.entries()) {
    const lot = session.lots[count + i]
    if (!lot || !first || !second) throw new Error('a scene without a lot or bidders')
    records.push(await scene({ session, lot, nodes, bidders: [first, second], lifeMs: LIFE_MS }))
  }
  return records
}

/** Reads each lot's final state, on any node. Returns the bids whose verdict was final and has changed. */
async function lookBack(
  session: WorldSession,
  records: readonly LotRecord[],
  urls: readonly string[],
): Promise<string[]> {
  const member = (number: number) => {
    const found = session.bidders[number - 1]
    if (!found) throw new Error(`no bidder ${number}`)
    return found
  }
  let turn = 0
  const anyNode = () => urls[turn++ % urls.length] ?? ''
  for (const one of records) await read({ session, lot: { ...lotOf(session, one.lot) }, anyNode }, member(1), one)
  return contradicted(
    records.flatMap(({ attempts }) => attempts),
    ({ bidder, bidKey, clerk }) => venueOf(anyNode(), session, clerk ? session.host : member(bidder)).verdict(bidKey),
  )
}

function lotOf({ lots }: WorldSession, id: string): WorldSession['lots'][number] {
  const found = lots.find((lot) => lot.id === id)
  if (!found) throw new Error(`no lot ${id}`)
  return found
}

async function logFrom(url: string, session: WorldSession): Promise<ExportedLog> {
  const log = new ExportedLog()
  await log.readOn(venueOf(url, session, session.host))
  return log
}

function judge(
  records: readonly LotRecord[],
  books: Readonly<
    Record<'missing' | 'doubled' | 'unasked' | 'different' | 'turned' | 'exceeded' | 'broken' | 'dead', string[]>
  >,
  faults: Figures,
): Figures {
  const all = records.map(historyOf)
  const violations = all
    .filter((history) => !holds(history))
    .map((history) => JSON.stringify(history.toSorted((a, b) => a.calledAt - b.calledAt)))
  const unread = all.filter((history) => !holds(history.filter(({ input }) => input.kind !== 'read'))).length
  const planted = all
    .filter(holds)
    .flatMap((history) => [doubled(history), swapped(history), lost(history)])
    .filter((history) => history !== null)
  const overlooked = planted.filter(holds).map((history) => JSON.stringify(history))
  const operations = all.map(({ length }) => length)
  const attempts = records.flatMap((one) => one.attempts)
  const answered = (is: (attempt: Attempt) => boolean) => attempts.filter(is).length
  const by = {
    'bids accepted by a clerk': answered(({ clerk, verdict }) => clerk && verdict?.verdict === 'accepted'),
    'ceilings set': answered(({ ceiling, verdict }) => ceiling === 'standing' && verdict?.verdict === 'accepted'),
    'mandates set': answered(({ ceiling, verdict }) => ceiling === 'linkLoss' && verdict?.verdict === 'accepted'),
    'bids refused by a limit': answered(
      ({ verdict }) => verdict?.reason === 'bid.over_limit' || verdict?.reason === 'clerk.over_limit',
    ),
  }
  const wrong = {
    violations,
    'acknowledged bids missing': books.missing,
    'bids doubled': books.doubled,
    'bids without a verdict': books.unasked,
    'final verdicts that changed': books.turned,
    'exposures beyond a limit': books.exceeded,
    'nodes with another log': books.different,
    'breaks of the chain': books.broken,
    'nodes that died': books.dead,
    'planted violations overlooked': overlooked,
    'ceilings, mandates, clerks or limits that never came': Object.entries(by).flatMap(([what, count]) =>
      count === 0 ? [what] : [],
    ),
  }
  const figures: Figures = {
    histories: all.length,
    nodes: NODES,
    operations: operations.reduce((a, b) => a + b, 0),
    'operations of one, at most': Math.max(...operations),
    ...faults,
    'bids asked about after their time': answered(({ told }) => told !== null),
    ...by,
    'violations planted': planted.length,
    'violations by bids alone': unread,
    ...sizes(wrong),
  }
  noneOf(wrong, figures)
  return figures
}

/** The amount that each limited bidder leads at any time, summed up from the log alone. */
function beyondLimit({ entries }: ExportedLog): string[] {
  const quantities = new Map<string, Milli>()
  const led = new Map<string, { readonly number: number; readonly amount: number }>()
  const wrong: string[] = []
  for (const { event } of entries) {
    if (event.type === 'session.published') for (const { lot, quantity } of event.lots) quantities.set(lot, quantity)
    if (event.type === 'lot.added') quantities.set(event.lot, event.quantity)
    if (event.type !== 'bid') continue
    const { lot, number, price, seq } = event
    led.set(lot, { number, amount: amountOf(price, quantities.get(lot) ?? milli(0)) })
    const exposed = [...led.values()].reduce((sum, one) => (one.number === number ? sum + one.amount : sum), 0)
    if ((number - 1) % LIMITED_EVERY === 0 && exposed > LIMIT) wrong.push(`${exposed} of ${number} at ${seq}`)
  }
  return wrong
}

const holds = (history: readonly LotOperation[]): boolean =>
  check(lotModel(START_PRICE, ADD_RANGE), history).linearizable
