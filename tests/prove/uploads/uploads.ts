import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inspect } from 'node:util'
import { deployments } from '../../support/deployments.ts'
import { storeOf } from '../../support/reader.ts'
import { startServer } from '../../support/server.ts'
import { steadyPort } from '../../support/steady-port.ts'
import { registrar } from '../parts/registrar.ts'
import { noneOf, sizes } from '../proof.ts'
import type { Figures, Options, Proof } from '../proof.ts'
import { documentOverResets } from './resets.ts'
import { scheduleOf } from './plan.ts'
import { UploadSender, type Lane } from './sender.ts'

/** Each has a server of its own, which is killed. */
const LANES = 2
const TOLD_EVERY = 10
/** An awaited fact may never come about; most schedules take 20 s. */
const SCHEDULE_MS = 15 * 60_000
/** A new browser has none of an earlier one's versions: their names may come again. */
const VERSIONS = 'BCDEFGHIJKLMNOPQRSTUVWXYZ'
/** Seeds of schedules that once failed: run in every full proof. */
const PINNED: readonly number[] = [6_007, 1_796_812_069_015]

interface Size {
  readonly count: number
  readonly brief: boolean
}

export const uploads: Proof = {
  name: 'uploads',
  promise: 'A picture that was picked and a form that was sent arrive, once, as they were, whatever breaks on the way',
  full: async (options) => {
    // Mostly waits: it runs beside the schedules.
    const document = documentOverResets().then(
      (figures) => ({ figures }),
      (error: unknown) => ({ error }),
    )
    const schedules = await uploadsHold({ count: 200, brief: false }, options)
    const outcome = await document
    if ('error' in outcome) throw outcome.error
    return { ...schedules, ...outcome.figures }
  },
  sample: (options) => uploadsHold({ count: 2, brief: true }, options),
}

async function uploadsHold({ count, brief }: Size, { seed, say }: Options): Promise<Figures> {
  const found = {
    'files or forms lost': [] as string[],
    'forms sent twice': [] as string[],
    'files changed on the way': [] as string[],
    'schedules that did not come to their end': [] as string[],
  }
  const counts: Record<string, number> = {}
  const seeds = [...(brief ? [] : PINNED), ...Array.from({ length: count }, (_, at) => seed * 1_000 + at)]
  let next = 0
  let done = 0

  async function run(lane: Lane, register: Awaited<ReturnType<typeof registrar>>): Promise<void> {
    for (let at = next++; at < seeds.length; at = next++) {
      const own = seeds[at] ?? 0
      const sender = new UploadSender(lane, await register())
      let under = 'the beginning'
      try {
        await within(SCHEDULE_MS, async () => {
          await sender.begin()
          for (const step of scheduleOf(own, brief)) {
            under = JSON.stringify(step)
            await sender.does(step)
          }
          under = 'the end'
          await sender.ends()
        })
      } catch (error) {
        found['schedules that did not come to their end'].push(
          `${own}, ${under}: ${error instanceof Error ? error.message : inspect(error)}`,
        )
      } finally {
        await sender.leave()
      }
      const reported = (list: readonly string[]): string[] => list.map((what) => `${own}: ${what}`)
      found['files or forms lost'].push(...reported(sender.lost))
      found['forms sent twice'].push(...reported(sender.twice))
      found['files changed on the way'].push(...reported(sender.changed))
      // Said at once: a lane that breaks later must not hide a seed.
      for (const [kind, all] of Object.entries(found))
        for (const one of all.filter((text) => /^\d+/.exec(text)?.[0] === String(own))) say(`${kind}: ${one}`)
      for (const [what, n] of Object.entries(sender.counts)) counts[what] = (counts[what] ?? 0) + n
      done += 1
      if (done % TOLD_EVERY === 0) say(`${done} of ${seeds.length} schedules`)
    }
  }

  const lanes = await Promise.allSettled(Array.from({ length: Math.min(LANES, seeds.length) }, () => inLane(run, say)))
  const figures: Figures = { schedules: done, ...counts, ...sizes(found) }
  noneOf(found, figures)
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
  return figures
}

async function within(ms: number, work: () => Promise<void>): Promise<void> {
  const over = new AbortController()
  const late = wait(ms, undefined, { signal: over.signal }).then(() => {
    throw new Error(`not done after ${ms / 1000} s`)
  })
  try {
    await Promise.race([work(), late])
  } finally {
    over.abort()
    await late.catch(() => null)
  }
}

/** A server that can be killed, behind an address that stays. */
async function inLane(
  run: (lane: Lane, register: Awaited<ReturnType<typeof registrar>>) => Promise<void>,
  say: (line: string) => void,
): Promise<void> {
  const port = await steadyPort()
  let server = await startServer({ env: { DEMO: '0' }, port })
  const { dataDir } = server
  const house = await deployments(server.url)
  const store = await storeOf(dataDir)
  const register = await registrar(store)
  let version = 0
  try {
    await run(
      {
        url: house.url,
        store,
        filesDir: join(dataDir, 'files'),
        cut: async (ms) => {
          await house.away()
          await wait(ms)
          await house.back()
        },
        killServer: async () => {
          // The database outlives it, as it would a crash, and is adopted.
          await server.kill9({ database: false })
          const again = () => startServer({ env: { DEMO: '0' }, dataDir, port })
          server = await again().catch((error: unknown) => {
            // Reported, since it may be a fault and not just a loaded machine.
            say(`a server did not come back in time and is started once more: ${inspect(error)}`)
            return again()
          })
        },
        deploy: () => house.deploy(VERSIONS[version++ % VERSIONS.length] ?? 'B'),
      },
      register,
    )
  } finally {
    await house.stop()
    await store.close()
    await server.stop()
  }
}
