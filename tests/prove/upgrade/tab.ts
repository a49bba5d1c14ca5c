import { chromium } from '@playwright/test'
import { launchOptions } from '../../support/browser.ts'
import { visit } from '../../support/visit.ts'
import type { Member, WorldSession } from '../../support/world.ts'

/** A browser tab that loaded the previous release and stays in the room without a reload. */
export interface OldTab {
  /** Documents loaded; more than one: the tab was reloaded. */
  readonly loads: () => number
  /** Requests for the app's own files that failed, and errors of its scripts. */
  readonly faults: readonly string[]
  /** Live connections that were welcomed. */
  readonly welcomes: () => number
  /** Longest span between the end of a live connection and the next welcome, ms. */
  readonly longestMs: () => number
  /** The room's number of the newest event on screen. */
  readonly seq: () => number
  /** Asks for files of its release as the app does when a person opens another page; returns those that failed. */
  readonly ask: (paths: readonly string[]) => Promise<readonly string[]>
  readonly leave: () => Promise<void>
}

export async function oldTabIn(url: string, session: Pick<WorldSession, 'id'>, member: Member): Promise<OldTab> {
  const browser = await chromium.launch(launchOptions())
  try {
    const faults: string[] = []
    let [welcomes, longest, seq] = [0, 0, 0]
    let lostAt: number | null = null
    const { page, loads, recovered } = await visit(browser, {
      url,
      session,
      member,
      prepare: (watched) => {
        watched.on('response', (response) => {
          const { pathname } = new URL(response.url())
          if (pathname.startsWith('/assets/') && !response.ok() && response.status() !== 304)
            faults.push(`${pathname}: ${response.status()}`)
        })
        watched.on('pageerror', (error) => faults.push(error.message))
        watched.on('websocket', (socket) => {
          socket.on('framereceived', ({ payload }) => {
            const text = String(payload)
            const number = /"seq":(\d+)/.exec(text)
            if (number) seq = Math.max(seq, Number(number[1]))
            if (!text.includes('"sendType":"2"')) return
            welcomes += 1
            if (lostAt !== null) longest = Math.max(longest, performance.now() - lostAt)
            lostAt = null
          })
          socket.on('close', () => (lostAt ??= performance.now()))
        })
        return Promise.resolve()
      },
    })
    for (const giveUpAt = performance.now() + 60_000; recovered.length === 0; await page.waitForTimeout(50))
      if (performance.now() > giveUpAt) throw new Error('the tab did not enter the room within a minute')
    return {
      loads,
      faults,
      welcomes: () => welcomes,
      longestMs: () => (lostAt === null ? longest : Math.max(longest, performance.now() - lostAt)),
      seq: () => seq,
      ask: (paths) =>
        page.evaluate(async (asked) => {
          const failed: string[] = []
          for (const path of asked) if (!(await fetch(path)).ok) failed.push(path)
          return failed
        }, paths),
      leave: () => browser.close(),
    }
  } catch (error) {
    await browser.close()
    throw error
  }
}
