import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Case } from './collect.ts'
import type { Switch } from './runtime.ts'

/**
 * A process with the domain's tests loaded over sources that hold every mutant; runs them with one mutant after the
 * other. Started with the folder, the files and the order of the tests, where it is known; `MUTANT` names the initial
 * mutant. Receives `{ mutant }`; answers with the verdict.
 */
const [root = '', runtime = '', sources = '', tests = '', order = ''] = process.argv.slice(2)
const standIn = new URL('./vitest.ts', import.meta.url).href
registerHooks({
  resolve: (name, context, next) =>
    name === 'vitest' && context.parentURL?.startsWith(pathToFileURL(root).href)
      ? { url: standIn, shortCircuit: true }
      : next(name, context),
})

/** A test may cost this many times its normal cost, plus an allowance. */
const SLOWER = 20
const SOME = 200_000
/** The allowance for a test of unknown cost. */
const PLENTY = 200_000_000

export interface Answer {
  readonly mutant: number
  readonly killed: boolean
  readonly by: string
}
/** Coverage: mutants that run during loading, and the tests that reach each other one. */
export interface Survey {
  readonly failing: string | null
  readonly loading: readonly number[]
  readonly reached: readonly number[]
  /** The tests' places in the order of their loading, the cheap ones first. */
  readonly order: readonly number[]
  readonly ms: number
}

interface Known {
  readonly place: number
  readonly test: Case
  readonly reaches: ReadonlySet<number>
  readonly fuel: number
  readonly ms: number
}

const load = (file: string): Promise<unknown> => import(pathToFileURL(join(root, file)).href)
const { state } = (await load(runtime)) as { readonly state: Switch }
const fromTheStart = state.on > 0
if (fromTheStart) state.fuel = PLENTY

let cases: readonly Case[] = []
let brokenByLoading = ''
try {
  for (const file of sources.split('\n')) await load(file)
  const { collect } = await import('./collect.ts')
  cases = await collect(tests.split('\n'), load)
} catch (error) {
  if (!fromTheStart) throw error
  brokenByLoading = String(error)
}
const loading = idsReached()
const known: Known[] = []

function idsReached(): number[] {
  const ids: number[] = []
  state.reached.forEach((seen, id) => seen && ids.push(id))
  return ids
}

async function fails(test: Case): Promise<boolean> {
  try {
    await test.run()
    return false
  } catch {
    return true
  }
}

async function survey(): Promise<Survey> {
  let failing: string | null = null
  const began = performance.now()
  for (const [place, test] of cases.entries()) {
    state.reached.fill(0)
    state.fuel = Number.MAX_SAFE_INTEGER
    const since = performance.now()
    if (await fails(test)) failing ??= `${test.file}: ${test.name}`
    known.push({
      place,
      test,
      reaches: new Set(idsReached()),
      ms: performance.now() - since,
      fuel: (Number.MAX_SAFE_INTEGER - state.fuel) * SLOWER + SOME,
    })
  }
  // Cheap tests first: they kill most mutants.
  known.sort((a, b) => a.ms - b.ms)
  return {
    failing,
    loading,
    reached: [...new Set(known.flatMap(({ reaches }) => [...reaches]))],
    order: known.map(({ place }) => place),
    ms: performance.now() - began,
  }
}

async function judge(mutant: number): Promise<Answer> {
  for (const { test, reaches, fuel } of known) {
    if (mutant > 0 && !reaches.has(mutant)) continue
    state.on = mutant
    state.fuel = fuel
    const failed = await fails(test)
    state.on = 0
    if (failed) return { mutant, killed: true, by: `${test.file}: ${test.name}` }
  }
  return { mutant, killed: false, by: '' }
}

/** Active before the sources load: for values computed on loading. */
async function judgeFromTheStart(mutant: number): Promise<Answer> {
  if (brokenByLoading) return { mutant, killed: true, by: brokenByLoading }
  for (const place of order.split(',')) {
    const test = cases[Number(place)]
    if (!test) throw new RangeError(`there is no test ${place}`)
    state.fuel = PLENTY
    if (await fails(test)) return { mutant, killed: true, by: `${test.file}: ${test.name}` }
  }
  return { mutant, killed: false, by: '' }
}

const say = (what: Answer | Survey): void => {
  process.send?.(what)
}
if (fromTheStart) say(await judgeFromTheStart(state.on))
else {
  say(await survey())
  process.on('message', (asked: { mutant: number }) => void judge(asked.mutant).then(say))
}
