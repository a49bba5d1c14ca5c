import { simulate } from '../../simulation/simulate.ts'
import { PLANTED } from '../../simulation/planted.ts'
import { Broken } from '../proof.ts'
import type { Figures, Options, Proof } from '../proof.ts'

/** So many sales are tried before a planted fault counts as not found. */
const TRIES = 100

export const simulation: Proof = {
  name: 'simulation',
  promise:
    'Nodes, database, links and clients that fail in every order keep the law, and tell people nothing that is not so',
  full: (options) => prove(300, PLANTED.length, options),
  sample: (options) => prove(4, 3, options),
}

/** So many sales from seeds in a row; then so many of the planted faults, each until a sale finds it. */
async function prove(sales: number, faults: number, { seed, say, only = [] }: Options): Promise<Figures> {
  let [bids, hours] = [0, 0]
  const began = performance.now()
  for (let i = 0; i < sales; i += 1) {
    const outcome = await simulate({ seed: seed + i })
    if (outcome.violations.length > 0) {
      await simulate({ seed: seed + i, tell: say })
      throw new Broken(`the sale of seed ${seed + i}, told above: ${outcome.violations.slice(0, 5).join('; ')}`)
    }
    bids += outcome.bids
    hours += outcome.simulatedMs / 3_600_000
    if (i % 50 === 49) say(`${i + 1} sales, ${bids} bids`)
  }
  const minutes = (performance.now() - began) / 60_000
  const chosen = PLANTED.filter(({ name }) => only.length === 0 || only.some((part) => name.startsWith(part)))
  for (const planted of chosen.slice(0, faults)) say(`${planted.name}: found by ${await finds(planted, seed)}`)
  return {
    sales,
    bids,
    'simulated hours': hours.toFixed(1),
    'simulated hours a minute': (hours / minutes).toFixed(1),
    'planted faults found': Math.min(faults, chosen.length),
  }
}

async function finds(planted: (typeof PLANTED)[number], seed: number): Promise<string> {
  for (let i = 0; i < TRIES; i += 1) {
    const [first] = (await simulate({ seed: seed + i, planted })).violations
    if (first !== undefined) return `sale ${i + 1}: ${first}`
  }
  throw new Broken(`planted and not found in ${TRIES} sales: ${planted.name}`)
}
