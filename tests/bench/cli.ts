import { parseArgs } from 'node:util'
import { acks } from './acks.ts'
import { allSales } from './all-sales.ts'
import { bids } from './bids.ts'
import { carrierMeasures } from './carriers.ts'
import { catalogue } from './catalogue.ts'
import { drowning } from './drowning.ts'
import { deskTable } from './desk.ts'
import { fanout } from './fanout.ts'
import { interactive, second, stalled, useful } from './first-visit.ts'
import { append, begin, history, resume } from './length.ts'
import { lots } from './lots.ts'
import type { Measure } from './measure.ts'
import { median } from './parts/numbers.ts'
import { photo } from './photograph.ts'
import { scaleMeasures } from './scale.ts'
import { scroll } from './scroll.ts'
import { trade } from './trade.ts'
import { twoNodes } from './two-nodes.ts'
import { resumed } from './uploads.ts'
import { held, resident } from './watchers.ts'
import { TENTH, yearsMeasures } from './years.ts'

/**
 * `npm run bench`: the room compared with the barest program on the same machine, in one run. `--only ack --runs 1` for
 * less; `years` for the calls after years of sales alone, of which `--sales`, `--lots` and `--bids` say how many.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    runs: { type: 'string', default: '5' },
    sales: { type: 'string', default: String(TENTH.sales) },
    lots: { type: 'string', default: String(TENTH.lots) },
    bids: { type: 'string', default: String(TENTH.bids) },
  },
})
const only = positionals[0] === undefined ? values.only : `${positionals[0]}: `
const RUNS = Number(values.runs)
const MEASURES: readonly Measure[] = [
  fanout,
  ...twoNodes,
  drowning,
  bids,
  acks,
  resident,
  held,
  ...carrierMeasures(),
  append,
  resume,
  begin,
  history,
  ...catalogue,
  ...allSales,
  ...trade,
  ...lots,
  resumed,
  useful,
  interactive,
  stalled,
  ...second,
  ...scroll,
  photo,
  ...deskTable,
  ...yearsMeasures({ sales: Number(values.sales), lots: Number(values.lots), bids: Number(values.bids) }),
  ...scaleMeasures(),
]

const shown = (figure: number): string =>
  figure >= 1_000 ? Math.round(figure).toLocaleString('en') : figure.toPrecision(3)
const say = (line: string): boolean => process.stdout.write(`${line}\n`)

let missed = 0
const table: string[] = []
const asked = MEASURES.filter((measure) => only === undefined || measure.what.includes(only))
for (const { what, ours, bare, target, run } of asked) {
  const pairs = await run(RUNS)
  for (const pair of pairs)
    say(`  ${what}: ${shown(pair.ours)} / ${shown(pair.bare)} = ${(pair.ours / pair.bare).toFixed(2)}`)
  const ratio = median(pairs.map((pair) => pair.ours / pair.bare))
  const met = 'most' in target ? ratio <= target.most : ratio >= target.least
  if (!met) missed += 1
  table.push(
    `${met ? 'pass' : 'MISS'}  ${ratio.toFixed(2)}  ${'most' in target ? `≤ ${target.most}` : `≥ ${target.least}`}  ${what}: ` +
      `${shown(median(pairs.map((pair) => pair.ours)))} (${ours}) to ${shown(median(pairs.map((pair) => pair.bare)))} (${bare})`,
  )
}
for (const { end } of asked) await end?.()
say(`\nMedians of ${RUNS} runs, each with its baseline right after it:`)
for (const line of table) say(line)
process.exitCode = missed === 0 ? 0 : 1
