import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { hashPassword } from '../../../src/server/auth/password.ts'
import { addAccount } from '../../../src/server/store/accounts.ts'
import { deployments } from '../../support/deployments.ts'
import { storeOf } from '../../support/reader.ts'
import { startServer } from '../../support/server.ts'
import type { TestServer } from '../../support/server.ts'
import { someAccount } from '../../support/store/rows.ts'
import { noneOf, sizes } from '../proof.ts'
import type { Figures, Options, Proof } from '../proof.ts'
import { Person } from './person.ts'
import type { Someone } from './person.ts'
import { scheduleOf } from './plan.ts'

/** Browsers at once: most of a schedule is waiting. */
const LANES = 3
const TOLD_EVERY = 10
const PASSWORD = 'Larch7Quay4Moss'
/** A new browser has none of an earlier one's versions, so their names may repeat. */
const VERSIONS = 'BCDEFGHIJKLMNOPQRSTUVWXYZ'

interface Size {
  readonly count: number
  /** Less typing between events, and no detours. */
  readonly brief: boolean
}

export const drafts: Proof = {
  name: 'drafts',
  promise:
    'What was typed into a form 600 ms before the browser is killed is there again, and nothing is overwritten in silence',
  full: (options) => prove({ count: 100, brief: false }, options),
  sample: (options) => prove({ count: 3, brief: true }, options),
}

async function prove(size: Size, options: Options): Promise<Figures> {
  const server = await startServer({ env: { DEMO: '0' } })
  try {
    return await draftsHold(server, size, options)
  } finally {
    await server.stop()
  }
}

/** Runs the schedules on a running server. */
async function draftsHold(
  server: Pick<TestServer, 'url' | 'dataDir'>,
  { count, brief }: Size,
  { seed, say }: Options,
): Promise<Figures> {
  const register = await registrar(server)
  const found = {
    'fields lost': [] as string[],
    'fields overwritten in silence': [] as string[],
    'fields shown to another account': [] as string[],
    'schedules that did not come to their end': [] as string[],
  }
  const counts: Record<string, number> = {}
  let next = 0
  let done = 0
  async function lane(): Promise<void> {
    const house = await deployments(server.url)
    let version = 0
    const nextVersion = (): string => VERSIONS[version++ % VERSIONS.length] ?? 'B'
    for (let at = next++; at < count; at = next++) {
      const schedule = scheduleOf(seed * 1_000 + at, brief)
      const person = new Person(schedule, { house, me: await register(), outsider: await register(), nextVersion })
      let under = 'the beginning'
      try {
        await person.begin()
        for (const step of schedule.steps) {
          under = JSON.stringify(step)
          await person.does(step)
          await person.looks(under)
        }
      } catch (error) {
        found['schedules that did not come to their end'].push(
          `schedule ${at}, ${schedule.form.name}, ${under}: ${error instanceof Error ? error.message : inspect(error)}`,
        )
      } finally {
        await person.leave()
      }
      const labelled = (list: readonly string[]): string[] =>
        list.map((what) => `schedule ${at}, ${schedule.form.name}: ${what}`)
      found['fields lost'].push(...labelled(person.lost))
      found['fields overwritten in silence'].push(...labelled(person.silent))
      found['fields shown to another account'].push(...labelled(person.leaked))
      for (const [what, n] of Object.entries(person.counts)) counts[what] = (counts[what] ?? 0) + n
      done += 1
      if (done % TOLD_EVERY === 0) say(`${done} of ${count} schedules`)
    }
    await house.stop()
  }
  try {
    await Promise.all(Array.from({ length: Math.min(LANES, count) }, lane))
  } finally {
    await register.end()
  }
  const figures: Figures = { schedules: done, ...counts, ...sizes(found) }
  noneOf(found, figures)
  return figures
}

/** Registers people without any further step; each schedule has its own. */
async function registrar({
  dataDir,
}: Pick<TestServer, 'dataDir'>): Promise<(() => Promise<Someone>) & { end(): Promise<void> }> {
  const store = await storeOf(dataDir)
  const passwordHash = await hashPassword(PASSWORD)
  const register = async (): Promise<Someone> => {
    const login = `p${randomUUID().slice(0, 12)}`
    await addAccount(store.db, someAccount({ login, passwordHash, status: 2 }))
    return { account: login, password: PASSWORD }
  }
  return Object.assign(register, { end: () => store.close() })
}
