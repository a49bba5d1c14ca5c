import { randomInt } from 'node:crypto'
import { inspect } from 'node:util'
import { PROOFS } from './proofs.ts'
import { Skipped } from './proof.ts'
import type { Figures, Options, Proof } from './proof.ts'

export interface Running {
  /** Names of proofs; empty: all. */
  readonly names: readonly string[]
  /** Drawn at random if not given; printed, so that a failure can be reproduced. */
  readonly seed: string | undefined
  readonly sample: boolean
  readonly only: readonly string[]
  readonly say: (line: string) => void
}

/** Runs proofs one after another; answers with the exit code. */
export async function run({ names, seed: asked, sample, only, say }: Running): Promise<number> {
  const strange = names.filter((name) => !PROOFS.some((proof) => proof.name === name))
  const seed = asked === undefined ? randomInt(2 ** 31) : Number(asked)
  if (strange.length > 0 || !Number.isSafeInteger(seed)) {
    say(
      strange.length > 0
        ? `No such proof: ${strange.join(', ')}. There are: ${PROOFS.map(({ name }) => name).join(', ')}.`
        : `A seed is a whole number, not ${asked}.`,
    )
    return 2
  }
  const tables: string[] = []
  let failed = 0
  let skipped = 0
  for (const proof of PROOFS.filter(({ name }) => names.length === 0 || names.includes(name))) {
    say(`${proof.name}: ${proof.promise} (${sample ? 'sample' : 'full'}, seed ${seed})`)
    const since = performance.now()
    const outcome = await attempt(proof, sample, { seed, only, say })
    if (outcome.result === 'FAILED') failed += 1
    if (outcome.result === 'skipped') skipped += 1
    tables.push(
      tableOf(proof.name, {
        outcome: outcome.result,
        seed,
        ...outcome.figures,
        'took (s)': ((performance.now() - since) / 1000).toFixed(1),
      }),
    )
  }
  for (const table of tables) say(table)
  if (skipped > 0) say(`\n${skipped} skipped: they prove nothing here.`)
  // A proof that was asked for by its name and cannot be run is no success.
  return failed > 0 || (names.length > 0 && skipped > 0) ? 1 : 0
}

async function attempt(
  proof: Proof,
  sample: boolean,
  options: Options,
): Promise<{ readonly result: 'holds' | 'FAILED' | 'skipped'; readonly figures: Figures }> {
  try {
    return { result: 'holds', figures: await (sample ? proof.sample(options) : proof.full(options)) }
  } catch (error) {
    if (error instanceof Skipped) return { result: 'skipped', figures: { because: error.message } }
    options.say(inspect(error))
    return { result: 'FAILED', figures: {} }
  }
}

function tableOf(name: string, figures: Figures): string {
  const wide = Math.max(...Object.keys(figures).map(({ length }) => length))
  return [`\n${name}`, ...Object.entries(figures).map(([what, figure]) => `  ${what.padEnd(wide)}  ${figure}`)].join(
    '\n',
  )
}
