import type { Browser, Page } from '@playwright/test'
import * as z from 'zod'

const Traced = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.number().default(0),
  /** Time of the processor, in microseconds: without the share of other programs. */
  tdur: z.number().default(0),
  args: z.record(z.string(), z.unknown()).default({}),
})
type Traced = z.infer<typeof Traced>

/** Categories of the trace: tasks, and the sender of the message that a task handles. */
const CATEGORIES = ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'toplevel', 'v8']

/** Processor time of the longest task on the page during `work`, in ms, without the test's own questions to the page. */
export async function longestTask(browser: Browser, page: Page, work: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: CATEGORIES })
  await work()
  const { traceEvents } = z
    .object({ traceEvents: z.array(z.unknown()) })
    .parse(JSON.parse(String(await browser.stopTracing())))
  const all = traceEvents.flatMap((event) => Traced.safeParse(event).data ?? [])
  const isMain = ({ pid, tid }: Traced): boolean => main !== undefined && pid === main.pid && tid === main.tid
  const tasks = all.filter(({ name, ph }) => name === 'RunTask' && ph === 'X')
  const main = busiest(
    all.filter(({ name, args }) => name === 'thread_name' && args['name'] === 'CrRendererMain'),
    tasks,
  )
  const ours = all.filter(isMain)
  const testing = ours.filter(isTesting)
  const times = tasks.filter(isMain).map((task) => {
    const within = testing.filter(({ ts, dur }) => ts >= task.ts && ts + dur <= task.ts + task.dur)
    return (task.tdur - within.reduce((sum, { tdur }) => sum + tdur, 0)) / 1_000
  })
  if (times.length === 0) throw new Error('the trace holds no task')
  return Math.max(...times)
}

/** Whether the task is a command of the test, as a message or between two steps of a script. */
const isTesting = ({ name, args }: Traced): boolean =>
  (name === 'Receive mojo message' && JSON.stringify(args).includes('blink.mojom.DevToolsSession')) ||
  name === 'V8.InvokeApiInterruptCallbacks'

function busiest(threads: readonly Traced[], tasks: readonly Traced[]): Traced | undefined {
  const count = (thread: Traced): number =>
    tasks.filter(({ pid, tid }) => pid === thread.pid && tid === thread.tid).length
  return threads.toSorted((a, b) => count(b) - count(a))[0]
}
