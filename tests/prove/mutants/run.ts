import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { instrument } from './instrument.ts'
import type { Mutant } from './instrument.ts'
import type { Answer, Survey } from './judge.ts'

const folder = import.meta.dirname
const repository = resolve(folder, '../../..')
const DOMAIN = 'src/domain'
const RUNTIME = 'mutant-runtime.ts'

/** Tests that look at the sources' text or at the clock say nothing about a mutant. */
const NO_JUDGES = ['law.test.ts', 'decide/speed.test.ts']

/** The reader of typed numbers is no law; its tests read the cases beside them. */
const READER = 'typed/'

export type Fate = 'killed' | 'timed out' | 'survived'
export interface Judged {
  readonly mutant: Mutant
  readonly fate: Fate
  readonly by: string
}

interface Prepared {
  readonly root: string
  readonly mutants: readonly Mutant[]
  readonly sources: readonly string[]
  readonly tests: readonly string[]
  remove(): Promise<void>
}

/** A copy of the domain with every mutant in it, and its tests as they are. */
export async function prepare(): Promise<Prepared> {
  const root = await mkdtemp(join(tmpdir(), 'mutants-'))
  await cp(join(repository, DOMAIN), join(root, DOMAIN), { recursive: true })
  const files = (await readdir(join(root, DOMAIN), { recursive: true })).filter((file) => file.endsWith('.ts')).sort()
  const law = files.filter((file) => !file.startsWith(READER))
  const tests = law.filter((file) => file.endsWith('.test.ts') && !NO_JUDGES.includes(file))
  const sources = law.filter((file) => !file.endsWith('.test.ts') && !file.startsWith('testing/'))
  const mutants: Mutant[] = []
  for (const file of sources) {
    const to = join(root, DOMAIN, file)
    const found = instrument(await readFile(to, 'utf8'), file, mutants.length + 1)
    mutants.push(...found.mutants)
    // On the same line, so that stack traces match the source.
    await writeFile(to, `import { $ } from './${relative(dirname(to), join(root, DOMAIN, RUNTIME))}'; ${found.code}`)
  }
  await cp(join(folder, 'runtime.ts'), join(root, DOMAIN, RUNTIME))
  await writeFile(join(root, 'package.json'), '{"type":"module"}')
  await symlink(join(repository, 'node_modules'), join(root, 'node_modules'))
  const inDomain = (file: string): string => join(DOMAIN, file)
  return {
    root,
    mutants,
    sources: sources.map(inDomain),
    tests: tests.map(inDomain),
    remove: () => rm(root, { recursive: true, force: true }),
  }
}

/** Runs properties on this share of their sales: a mutant that survives these mostly survives all. */
const SALES = 0.05
const LOADING_MS = 300_000

/** A process that judges; a mutant that makes it run for ever costs it its life and counts as found out. */
class Judge {
  #child: ChildProcess | null = null
  #timeoutMs = LOADING_MS
  #order: readonly number[] = []
  readonly #start: (mutant: number) => ChildProcess
  constructor({ root, sources, tests }: Prepared) {
    this.#start = (mutant) =>
      fork(
        join(folder, 'judge.ts'),
        [root, join(DOMAIN, RUNTIME), sources.join('\n'), tests.join('\n'), this.#order.join(',')],
        {
          stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
          env: {
            ...process.env,
            FC_RUNS: String(SALES),
            MUTANT: String(mutant),
            // A process for a mutant of loading compiles nothing that another has compiled.
            NODE_COMPILE_CACHE: join(root, 'compiled'),
          },
        },
      )
  }

  async survey(): Promise<Survey> {
    this.end()
    this.#child = this.#start(0)
    const survey = await said<Survey>(this.#child, LOADING_MS)
    if (survey === 'nothing') throw new Error('the judge ended, or did not, before it had anything to say')
    if (survey.failing !== null) throw new Error(`the tests fail without a mutant (${survey.failing})`)
    this.#timeoutMs = survey.ms * 20 + 10_000
    this.#order = survey.order
    return survey
  }

  async ask(mutant: number): Promise<Answer | 'nothing'> {
    if (!this.#child) await this.survey()
    const child = this.#child
    if (!child) throw new Error('no judge')
    child.send({ mutant })
    const answer = await said<Answer>(child, this.#timeoutMs)
    if (answer === 'nothing') this.end()
    return answer
  }

  async askFromTheStart(mutant: number): Promise<Answer | 'nothing'> {
    const child = this.#start(mutant)
    const answer = await said<Answer>(child, this.#timeoutMs + LOADING_MS)
    child.kill('SIGKILL')
    return answer
  }

  end(): void {
    this.#child?.kill('SIGKILL')
    this.#child = null
  }
}

const LOOK_MS = 1_000
const TICK_MS = 10

/** What Linux knows of a process: its time on a processor, and whether it asks for none; `null` elsewhere. */
function usageOf({ pid }: ChildProcess): { readonly ms: number; readonly sleeps: boolean } | null {
  try {
    const [state, ...rest] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return { ms: (Number(rest[10]) + Number(rest[11])) * TICK_MS, sleeps: state === 'S' }
  } catch {
    return null
  }
}

/** Time counts while the process runs or sleeps, not while it waits for a processor: a busy machine ends no judge. */
async function said<T>(child: ChildProcess, withinMs: number): Promise<T | 'nothing'> {
  return new Promise((done) => {
    const settle = (what: T | 'nothing'): void => {
      clearInterval(watchdog)
      child.removeAllListeners('message').removeAllListeners('exit')
      done(what)
    }
    let left = withinMs
    let last = usageOf(child)
    const watchdog = setInterval(() => {
      const now = usageOf(child)
      left -= last === null || now === null || (now.sleeps && now.ms === last.ms) ? LOOK_MS : now.ms - last.ms
      last = now
      if (left < 0) settle('nothing')
    }, LOOK_MS)
    child.once('message', (what) => settle(what as T))
    child.once('exit', () => settle('nothing'))
  })
}

/** After this many mutants all tests run without one, to detect state left behind by a mutant. */
const SOUND_EVERY = 400

export interface Watching {
  surveyed(survey: Survey): void
  judged(judged: Judged, done: number): void
}

/** Judges every mutant given, `workers` at a time. Throws when the tests fail with no mutant on. */
export async function judgeAll(
  prepared: Prepared,
  mutants: readonly Mutant[],
  workers: number,
  watching: Watching,
): Promise<Judged[]> {
  const queue = [...mutants]
  const results: Judged[] = []
  const workings = await Promise.allSettled(
    Array.from({ length: workers }, async (_, which) => {
      const judge = new Judge(prepared)
      try {
        const survey = await judge.survey()
        if (which === 0) watching.surveyed(survey)
        const loading = new Set(survey.loading)
        for (let mutant = queue.shift(), asked = 1; mutant; mutant = queue.shift(), asked++) {
          const judged = await judgeOne(judge, mutant, loading)
          results.push(judged)
          watching.judged(judged, results.length)
          if (asked % SOUND_EVERY === 0 || queue.length === 0) await soundness(judge)
        }
      } finally {
        // Where one fails the others stop too: `prepared` is about to be removed.
        queue.length = 0
        judge.end()
      }
    }),
  )
  for (const working of workings) if (working.status === 'rejected') throw working.reason
  return results.sort((a, b) => a.mutant.id - b.mutant.id)
}

async function judgeOne(judge: Judge, mutant: Mutant, loading: ReadonlySet<number>): Promise<Judged> {
  let answer = await judge.ask(mutant.id)
  if (answer !== 'nothing' && !answer.killed && loading.has(mutant.id)) {
    answer = await judge.askFromTheStart(mutant.id)
    // Ended by the mutant, or by a fault that would end it without one?
    if (answer === 'nothing') await judge.survey()
  }
  return answer === 'nothing'
    ? { mutant, fate: 'timed out', by: '' }
    : { mutant, fate: answer.killed ? 'killed' : 'survived', by: answer.by }
}

async function soundness(judge: Judge): Promise<void> {
  const sound = await judge.ask(0)
  if (sound === 'nothing' || sound.killed)
    throw new Error(`a mutant left the judge broken: ${sound === 'nothing' ? sound : sound.by}`)
}
