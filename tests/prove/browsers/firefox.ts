import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'
import * as z from 'zod'
import type { Wire } from './tab.ts'

const PREFS = {
  'intl.accept_languages': 'zh-CN, zh',
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
}
const Message = z.looseObject({
  id: z.number().nullish(),
  type: z.string(),
  result: z.unknown().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
})
const Tree = z.object({ contexts: z.tuple([z.object({ context: z.string() })]).rest(z.unknown()) })
const Called = z.union([
  z.object({ type: z.literal('success'), result: z.object({ type: z.literal('string'), value: z.string() }) }),
  z.object({ type: z.literal('exception'), exceptionDetails: z.looseObject({ text: z.string() }) }),
])
const Shot = z.object({ data: z.string() })

/** Firefox with a profile of its own, over WebDriver BiDi. */
export async function openFirefox(binary: string): Promise<Wire> {
  const profile = mkdtempSync(join(tmpdir(), 'timber-firefox-'))
  const prefs = Object.entries(PREFS).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  writeFileSync(join(profile, 'user.js'), prefs.join('\n'))
  const child = spawn(
    binary,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const stop = (): void => void child.kill('SIGKILL')
  process.once('exit', stop)
  const session = new Session(await endpointOf(child.stderr))
  await session.send('session.new', { capabilities: {} })
  const [{ context }] = Tree.parse(await session.send('browsingContext.getTree', {})).contexts
  return {
    navigate: async (url) => void (await session.send('browsingContext.navigate', { context, url, wait: 'complete' })),
    async call(functionDeclaration, json) {
      const called = Called.parse(
        await session.send('script.callFunction', {
          functionDeclaration,
          awaitPromise: true,
          target: { context },
          arguments: [{ type: 'string', value: json }],
        }),
      )
      if (called.type === 'exception') throw new Error(called.exceptionDetails.text)
      return called.result.value
    },
    perform: async (actions) => void (await session.send('input.performActions', { context, actions })),
    resize: async (width, height) =>
      void (await session.send('browsingContext.setViewport', { context, viewport: { width, height } })),
    picture: async () =>
      Buffer.from(Shot.parse(await session.send('browsingContext.captureScreenshot', { context })).data, 'base64'),
    async close() {
      session.close()
      stop()
      process.off('exit', stop)
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

async function endpointOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const found = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1]
    if (found === undefined) continue
    output.resume()
    return `${found}/session`
  }
  throw new Error('Firefox ended before it could be driven')
}

class Session {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #last = 0

  constructor(url: string) {
    this.#socket = new WebSocket(url)
    this.#socket.on('message', (data: Buffer) => {
      const { id, result, error, message } = Message.parse(JSON.parse(data.toString()))
      const asked = this.#waiting.get(id ?? 0)
      if (asked === undefined) return
      this.#waiting.delete(id ?? 0)
      if (error === undefined) asked.resolve(result)
      else asked.reject(new Error(`${error}: ${message ?? ''}`))
    })
    this.#socket.on('close', () => this.#waiting.forEach(({ reject }) => reject(new Error('Firefox is gone'))))
  }

  async send(method: string, params: object): Promise<unknown> {
    if (this.#socket.readyState === WebSocket.CONNECTING) await once(this.#socket, 'open')
    const id = ++this.#last
    const asked = Promise.withResolvers<unknown>()
    this.#waiting.set(id, asked)
    this.#socket.send(JSON.stringify({ id, method, params }))
    return asked.promise
  }

  close(): void {
    this.#socket.terminate()
  }
}
