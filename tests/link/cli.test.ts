import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test } from 'vitest'
import { client, dial, echo, plainServer, timeOf } from './plain.ts'

const cli = join(import.meta.dirname, 'cli.ts')

/** The command as a person starts it, line by line. */
function run(...args: string[]) {
  const child = spawn(process.execPath, [cli, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const line = async () => String((await lines.next()).value)
  const ask = (text: string) => {
    child.stdin.write(`${text}\n`)
    return line()
  }
  return { child, line, ask }
}

async function output(...args: string[]) {
  const { child } = run(...args)
  const texts = { out: '', error: '' }
  child.stdout.on('data', (data: Buffer) => (texts.out += data.toString()))
  child.stderr.on('data', (data: Buffer) => (texts.error += data.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { ...texts, code }
}

describe('npm run link', () => {
  test('says where to go, relays, and obeys what is typed', async () => {
    const server = await plainServer(echo)
    const { child, line, ask } = run('--target', `127.0.0.1:${server.port}`, '--port', '0', '--delay', '60')
    const where = /^Open http:\/\/127\.0\.0\.1:(\d+) in the place of/.exec(await line())
    const link = { port: Number(where?.[1]) }
    const end = await client(link)
    expect(await timeOf(end, 1, () => end.socket.write('x'))).toBeGreaterThanOrEqual(118)
    expect(await ask('delay 10 up')).toBe('up: 10 ms, no rate · down: 60 ms, no rate')
    expect(await ask('rate 100')).toBe('up: 10 ms, 100 kbit/s · down: 60 ms, 100 kbit/s')
    expect(await ask('rate off')).toBe('up: 10 ms, no rate · down: 60 ms, no rate')
    expect(await ask('delay much')).toContain('"much" is none')
    expect(await ask('dance')).toContain('is no command')
    expect(await ask('stats')).toContain('1 open of 1 connections')
    expect(await ask('reset')).toBe('all connections were reset')
    await end.until(({ closed }) => closed === 'ECONNRESET')
    expect(await ask('refuse')).toContain('turned away')
    await dial(link).until(({ closed }) => closed === 'ECONNRESET')
    child.stdin.write('quit\n')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('stalls now and then when told so at its start', async () => {
    const server = await plainServer(echo)
    const { line } = run('--target', String(server.port), '--port', '0', '--stall-every', '500', '--stall-for', '250')
    const end = await client({ port: Number(/:(\d+) in/.exec(await line())?.[1]) })
    const times: number[] = []
    // Quick ones until one falls into a stall.
    while (Math.max(0, ...times) < 200) times.push(await timeOf(end, 1, () => end.socket.write('x')))
    expect(times.length).toBeGreaterThan(2)
  })

  test('cuts each connection when told so at its start', async () => {
    const server = await plainServer(echo)
    const { line } = run('--target', String(server.port), '--port', '0', '--cut-after', '3')
    const end = await client({ port: Number(/:(\d+) in/.exec(await line())?.[1]) })
    end.socket.write('four')
    await end.until(({ closed }) => closed === 'ECONNRESET')
    expect(end.text).toBe('fou')
  })

  test('explains itself', async () => {
    const { out, code } = await output('--help')
    expect(code).toBe(0)
    expect(out).toContain('npm run link -- --delay 400 --rate 100')
    for (const option of [
      'target',
      'port',
      'delay',
      'jitter',
      'rate',
      'loss',
      'fade',
      'handshake',
      'stall-every',
      'cut-after',
      'seed',
    ])
      expect(out).toContain(`--${option} `)
  })

  test.each([
    [['--delay', 'long'], '--delay takes a number'],
    [['--rate', '-1'], '--rate'],
    [['--target', 'nowhere'], 'host:port'],
    [['--speed', '1'], '--speed'],
    [['--rate', '0', '--port', '0'], 'kbit/s above 0'],
    [['--stall-every', '100', '--stall-for', '100', '--port', '0'], 'never run'],
  ])('%j is refused in words', async (args, words) => {
    const { error, code } = await output(...args)
    expect(code).toBe(1)
    expect(error).toContain(words)
  })
})
