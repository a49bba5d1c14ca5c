import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Browser, BrowserContext } from '@playwright/test'
import { launchOptions } from '../../support/browser.ts'

/** Ample: a loaded machine is slow, and that is no fault. */
const PATIENCE_MS = 60_000

/** Leaders of process groups, which would outlive this process. */
const running = new Set<number>()
process.once('exit', () => running.forEach(killGroup))
function killGroup(pid: number): void {
  running.delete(pid)
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Gone already.
  }
}

/** A Chromium with a profile that outlives it: it is started, killed, and started again. */
export class Chromium {
  readonly #profile = mkdtempSync(join(tmpdir(), 'timber-profile-'))
  #process: ChildProcess | null = null
  #browser: Browser | null = null

  async start(): Promise<BrowserContext> {
    const { executablePath = chromium.executablePath(), args } = launchOptions()
    const child = spawn(
      executablePath,
      [
        ...args,
        '--headless=new',
        '--remote-debugging-port=0',
        `--user-data-dir=${this.#profile}`,
        '--no-first-run',
        '--no-default-browser-check',
        '--hide-crash-restore-bubble',
        '--lang=zh-CN',
        '--window-size=1000,700',
        '--disable-gpu',
        '--disable-extensions',
        '--disable-sync',
        '--disable-default-apps',
        '--mute-audio',
        '--password-store=basic',
        'about:blank',
      ],
      { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
    )
    this.#process = child
    if (child.pid) running.add(child.pid)
    this.#browser = await chromium.connectOverCDP(await endpointOf(child))
    const [context] = this.#browser.contexts()
    if (!context) throw new Error('a browser without a context')
    context.setDefaultTimeout(PATIENCE_MS)
    return context
  }

  /** `kill -9` of every process of the browser. */
  async kill9(): Promise<void> {
    const child = this.#process
    if (!child?.pid) return
    this.#process = null
    const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null
    killGroup(child.pid)
    await gone
    await this.#browser?.close().catch(() => null)
  }

  /** Closes the browser as a person would. */
  async close(): Promise<void> {
    const child = this.#process
    if (!child || !this.#browser) return
    const gone = once(child, 'exit')
    const session = await this.#browser.newBrowserCDPSession()
    await session.send('Browser.close').catch(() => null)
    await gone
    if (child.pid) running.delete(child.pid)
    this.#process = null
  }

  async remove(): Promise<void> {
    await this.kill9()
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function endpointOf(child: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    const give = setTimeout(() => reject(new Error(`Chromium did not say where it listens: ${said}`)), PATIENCE_MS)
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const address = /listening on (ws:\S+)/.exec(said)?.[1]
      if (!address) return
      clearTimeout(give)
      resolve(address)
    })
    child.on('exit', () => reject(new Error(`Chromium ended: ${said}`)))
  })
}
