import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import { steadyPort } from '../../support/steady-port.ts'
import type { Wire } from './tab.ts'

const Answer = z.object({ value: z.unknown() })
const Fault = z.object({ error: z.string(), message: z.string() })
const Created = z.object({ sessionId: z.string() })
const Rect = z.object({ width: z.number(), height: z.number() })
const Outcome = z.union([z.object({ done: z.string() }), z.object({ failed: z.string() })])

/** Time limit of a function that runs in the page. */
const SCRIPT_MS = 60_000
/** Passes the function's outcome to the callback that WebDriver adds. */
const CALLING = (declaration: string): string =>
  `const [json, tell] = arguments; (${declaration})(json).then((done) => tell({ done }), (error) => tell({ failed: String(error) }))`

/** The browser's toolbar keeps its window wider than a phone, unless a style sheet of the toolkit narrows it. */
function narrowToolbar(): string {
  const config = mkdtempSync(join(tmpdir(), 'timber-webkit-'))
  for (const version of ['gtk-3.0', 'gtk-4.0']) {
    mkdirSync(join(config, version))
    writeFileSync(
      join(config, version, 'gtk.css'),
      'button, entry, toolbutton, toolbar { min-width: 0; padding: 0; margin: 0; border-width: 0; -gtk-icon-size: 1px }',
    )
  }
  return config
}

/** WebKitGTK's own small browser on a screen of its own, over WebDriver. */
export async function openWebKit(browser: string): Promise<Wire> {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const display = await firstLine(screen)
  const port = await steadyPort()
  const config = narrowToolbar()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${display}`,
      LANGUAGE: 'zh_CN:zh',
      XDG_CONFIG_HOME: config,
      // A server's processes have no sandbox to nest, and no accelerated graphics.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    },
  })
  const stop = (): void => {
    driver.kill('SIGKILL')
    screen.kill('SIGKILL')
  }
  process.once('exit', stop)
  const base = `http://127.0.0.1:${port}`
  await listening(base)
  const { sessionId } = Created.parse(
    await send('POST', `${base}/session`, {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } },
      },
    }),
  )
  const session = `${base}/session/${sessionId}`
  await send('POST', `${session}/timeouts`, { script: SCRIPT_MS })
  return {
    navigate: async (url) => void (await send('POST', `${session}/url`, { url })),
    async call(declaration, json) {
      const script = CALLING(declaration)
      const outcome = Outcome.parse(await send('POST', `${session}/execute/async`, { script, args: [json] }))
      if ('failed' in outcome) throw new Error(outcome.failed)
      return outcome.done
    },
    perform: async (actions) => void (await send('POST', `${session}/actions`, { actions })),
    async resize(width, height) {
      // A window has a frame and bars, which take room from the page.
      let [wide, high] = [width, height]
      let inner = { width: 0, height: 0 }
      for (let turn = 0; turn < 3; turn++) {
        await send('POST', `${session}/window/rect`, { width: wide, height: high })
        await wait(300)
        const script = 'return { width: innerWidth, height: innerHeight }'
        inner = Rect.parse(await send('POST', `${session}/execute/sync`, { script, args: [] }))
        wide += width - inner.width
        high += height - inner.height
      }
      if (inner.width !== width || inner.height !== height)
        throw new Error(`the page is ${inner.width} × ${inner.height}, not ${width} × ${height}`)
    },
    picture: async () => Buffer.from(z.string().parse(await send('GET', `${session}/screenshot`)), 'base64'),
    async close() {
      await send('DELETE', session).catch(() => undefined)
      stop()
      process.off('exit', stop)
      await Promise.all([ended(driver), ended(screen)])
      rmSync(config, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

async function send(method: string, url: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = Answer.parse(await answer.json())
  const fault = Fault.safeParse(value)
  if (!answer.ok)
    throw new Error(fault.success ? `${fault.data.error}: ${fault.data.message}` : `HTTP ${answer.status}`)
  return value
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout })) return line
  throw new Error(`${child.spawnfile} ended before it began`)
}

async function listening(base: string): Promise<void> {
  for (let turn = 0; ; turn++) {
    if (
      await fetch(`${base}/status`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    if (turn === 100) throw new Error('WebKitWebDriver does not listen')
    await wait(100)
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
