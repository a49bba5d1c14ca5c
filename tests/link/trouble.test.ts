import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { client, dial, echo, plainServer, testLink, timeOf } from './plain.ts'

/** A connection through the link to an echo, and the echo's end of it. */
async function connected(options: Partial<Parameters<typeof testLink>[0]> = {}) {
  const server = await plainServer(echo)
  const link = await testLink({ target: server.port, ...options })
  const end = await client(link)
  await timeOf(end, 1, () => end.socket.write('x'))
  end.forget()
  const other = await server.end(1)
  other.forget()
  return { server, link, end, other }
}

describe('a stall', () => {
  test('holds everything back until it is over, and loses nothing', async () => {
    const { link, end, other } = await connected()
    link.stall()
    end.socket.write('through the tunnel')
    await vi.waitFor(() => expect(link.stats.up.held).toBe(18), { interval: 1 })
    // A later connection passes neither.
    const late = await client(link)
    late.socket.write('so do I')
    await vi.waitFor(() => expect(link.stats.up.held).toBe(25), { interval: 1 })
    expect(other.bytes).toBe(0)
    link.resume()
    await end.until(({ text }) => text === 'through the tunnel')
    await late.until(({ text }) => text === 'so do I')
  })

  test('ends by itself after its time', async () => {
    const { link, end } = await connected()
    link.stall({ ms: 300 })
    const ms = await timeOf(end, 1, () => end.socket.write('x'))
    expect(ms).toBeGreaterThanOrEqual(298)
    expect(ms).toBeLessThan(600)
  })

  test('of one direction leaves the other alone', async () => {
    const { link, end, other } = await connected()
    link.stall({ direction: 'down' })
    end.socket.write('heard')
    await other.until(({ text }) => text === 'heard')
    await vi.waitFor(() => expect(link.stats.down.held).toBe(5), { interval: 1 })
    expect(end.bytes).toBe(0)
    link.resume('down')
    await end.until(({ text }) => text === 'heard')
  })

  test('of one connection leaves the others alone', async () => {
    const { link, end } = await connected()
    const second = await client(link)
    link.wires[0]?.stall()
    end.socket.write('held')
    await timeOf(second, 1, () => second.socket.write('x'))
    expect(end.bytes).toBe(0)
    link.wires[0]?.resume()
    await end.until(({ text }) => text === 'held')
  })

  test('keeps the air still too: what waited for it takes its time afterwards', async () => {
    const { link, end, other } = await connected({ up: { rate: 80 } })
    const from = performance.now()
    end.socket.write(Buffer.alloc(5_000))
    await other.until(({ bytes }) => bytes > 0)
    link.stall({ ms: 400 })
    const ms = (await other.until(({ bytes }) => bytes === 5_000)) - from
    expect(ms).toBeGreaterThan(880)
    expect(ms).toBeLessThan(1_400)
  })

  test('holds an end back as well', async () => {
    const { link, end, other } = await connected()
    link.stall()
    end.socket.end('bye')
    await vi.waitFor(() => expect(link.stats.up.held).toBe(3), { interval: 1 })
    expect(other.ended).toBe(false)
    link.resume()
    await other.until(({ ended }) => ended)
    expect(other.text).toBe('bye')
  })
})

describe('a reset', () => {
  test('breaks both ends at once', async () => {
    const { link, end, other } = await connected()
    link.resetAll()
    await Promise.all([end.until(({ closed }) => closed !== null), other.until(({ closed }) => closed !== null)])
    expect([end.closed, other.closed]).toEqual(['ECONNRESET', 'ECONNRESET'])
    await vi.waitFor(() => expect(link.stats.open).toBe(0))
  })

  test('of one connection leaves the others alone', async () => {
    const { link, end } = await connected()
    const second = await client(link)
    await timeOf(second, 1, () => second.socket.write('x'))
    link.wires[0]?.reset()
    await end.until(({ closed }) => closed === 'ECONNRESET')
    await timeOf(second, 1, () => second.socket.write('x'))
  })
})

describe('a black hole', () => {
  test('takes everything and says nothing, not even that an end is gone', async () => {
    const { link, end, other } = await connected()
    link.blackhole()
    end.socket.write('is anybody there?')
    await vi.waitFor(() => expect(link.stats.up.swallowed).toBe(17), { interval: 1 })
    other.socket.destroy()
    // The link's own close ended it, without passing it on.
    await other.until(({ closed }) => closed !== null)
    end.socket.write('hello?')
    await vi.waitFor(() => expect(link.stats.up.swallowed).toBe(23), { interval: 1 })
    expect({ bytes: end.bytes, ended: end.ended, closed: end.closed }).toEqual({ bytes: 0, ended: false, closed: null })
  })

  test('lets new connections in, and swallows them too', async () => {
    const { link, server } = await connected()
    link.blackhole()
    const late = await client(link)
    late.socket.write('let me in')
    await vi.waitFor(() => expect(link.stats.up.swallowed).toBe(9), { interval: 1 })
    expect(server.ends[1]?.bytes ?? 0).toBe(0)
  })

  test('once restored carries new connections, and those that lost nothing; the others stay silent', async () => {
    const { link, end } = await connected()
    const quiet = await client(link)
    await timeOf(quiet, 1, () => quiet.socket.write('x'))
    link.blackhole()
    end.socket.write('lost')
    await vi.waitFor(() => expect(link.stats.up.swallowed).toBe(4), { interval: 1 })
    link.restore()
    end.socket.write('garbage without what was lost')
    await vi.waitFor(() => expect(link.stats.up.swallowed).toBe(33), { interval: 1 })
    await timeOf(quiet, 1, () => quiet.socket.write('x'))
    const fresh = await client(link)
    await timeOf(fresh, 1, () => fresh.socket.write('x'))
    expect({ bytes: end.bytes, closed: end.closed }).toEqual({ bytes: 0, closed: null })
  })

  test('once restored tells an end that the other went away in the dark', async () => {
    const { link, end, other } = await connected()
    link.blackhole()
    end.socket.write('lost')
    await vi.waitFor(() => expect(link.stats.up.swallowed).toBe(4), { interval: 1 })
    end.socket.destroy()
    await end.until(({ closed }) => closed !== null)
    // Its close has reached the link by the time that a later connection's bytes have.
    const later = await client(link)
    later.socket.write('x')
    await vi.waitFor(() => expect(link.stats.up.swallowed).toBe(5), { interval: 1 })
    link.restore()
    await other.until(({ closed }) => closed !== null)
    expect(other.closed).toBe('ECONNRESET')
  })

  test('of one direction lets the other through', async () => {
    const { link, end, other } = await connected()
    link.blackhole('up')
    end.socket.write('nobody hears this')
    other.socket.write('everybody hears that')
    await end.until(({ text }) => text === 'everybody hears that')
    expect(other.bytes).toBe(0)
  })
})

describe('a cut', () => {
  test('comes after so many bytes of its direction, to the byte, and resets both ends', async () => {
    const { link, end, other } = await connected()
    link.cutAfter({ bytes: 1_000, direction: 'down' })
    const cut = once(link.events, 'cut')
    other.socket.write('a'.repeat(600))
    other.socket.write('b'.repeat(600))
    await cut
    await Promise.all([end.until(({ closed }) => closed !== null), other.until(({ closed }) => closed !== null)])
    expect(end.text).toBe('a'.repeat(600) + 'b'.repeat(400))
    expect([end.closed, other.closed]).toEqual(['ECONNRESET', 'ECONNRESET'])
    expect(link.stats.cut).toBe(1)
  })

  test('comes to every connection, until restored', async () => {
    const { link } = await connected()
    link.cutAfter({ bytes: 3, direction: 'up' })
    for (const _ of [1, 2]) {
      const end = await client(link)
      end.socket.write('four')
      await end.until(({ closed }) => closed === 'ECONNRESET')
    }
    link.restore()
    const end = await client(link)
    await timeOf(end, 4, () => end.socket.write('four'))
  })

  test('by an end looks like a sender that has finished', async () => {
    const { link, end, other } = await connected()
    link.cutAfter({ bytes: 100_000, direction: 'down', by: 'end' })
    other.socket.write(Buffer.alloc(1_000_000))
    await end.until(({ ended }) => ended)
    expect(end.bytes).toBe(100_000)
    expect(end.closed).toBeNull()
    await other.until(({ closed }) => closed === 'ECONNRESET')
  })

  test('by a black hole leaves half a frame and silence', async () => {
    const { link, end, other } = await connected()
    link.cutAfter({ bytes: 4, direction: 'down', by: 'blackhole' })
    const cut = once(link.events, 'cut')
    other.socket.write('truncated')
    await Promise.all([cut, end.until(({ bytes }) => bytes === 4)])
    end.socket.write('?')
    await vi.waitFor(() => expect(link.stats.up.swallowed).toBe(1), { interval: 1 })
    expect({ text: end.text, closed: end.closed }).toEqual({ text: 'trun', closed: null })
  })

  test('after no number of bytes is refused', async () => {
    const { link } = await connected()
    expect(() => link.cutAfter({ bytes: -1, direction: 'up' })).toThrow(RangeError)
  })
})

describe('refusal', () => {
  test('resets new connections, leaves the old ones, and is taken back', async () => {
    const { link, end } = await connected()
    link.refuse()
    const refused = dial(link)
    await refused.until(({ closed }) => closed === 'ECONNRESET')
    await timeOf(end, 1, () => end.socket.write('x'))
    expect(link.stats).toMatchObject({ accepted: 1, refused: 1 })
    link.restore()
    const welcome = await client(link)
    await timeOf(welcome, 1, () => welcome.socket.write('x'))
  })
})

describe('HTTP and WebSocket', () => {
  async function web() {
    const server = createServer((request, response) => response.end(`you asked for ${request.url}`))
    const sockets = new WebSocketServer({ server })
    sockets.on('connection', (socket) =>
      socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary })),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      server.close()
    })
    return testLink({ target: (server.address() as AddressInfo).port, delay: 50 })
  }

  test("a request is answered at the link's own address", async () => {
    const link = await web()
    const from = performance.now()
    const response = await fetch(`${link.url}/lot/1`)
    expect(await response.text()).toBe('you asked for /lot/1')
    expect(performance.now() - from).toBeGreaterThan(97)
  })

  test('an answer that is cut fails', async () => {
    const link = await web()
    link.cutAfter({ bytes: 60, direction: 'down' })
    await expect(fetch(`${link.url}/lot/1`).then((response) => response.text())).rejects.toThrow()
  })

  test('a socket carries messages both ways, falls silent without a close, and ends by a reset', async () => {
    const link = await web()
    const socket = new WebSocket(link.url.replace('http', 'ws'))
    const messages: string[] = []
    socket.on('message', (data: Buffer) => messages.push(data.toString()))
    await once(socket, 'open')
    const answered = once(socket, 'message')
    socket.send('bid 2180.00')
    await answered
    expect(messages).toEqual(['bid 2180.00'])
    link.blackhole('down')
    const { delivered } = link.stats.up
    socket.send('bid 2190.00')
    await vi.waitFor(() => expect(link.stats.down.swallowed).toBeGreaterThan(0), { interval: 1 })
    expect(link.stats.up.delivered).toBeGreaterThan(delivered)
    expect({ messages, state: socket.readyState }).toEqual({ messages: ['bid 2180.00'], state: WebSocket.OPEN })
    const closed = once(socket, 'close')
    socket.on('error', () => undefined)
    link.resetAll()
    expect((await closed)[0]).toBe(1006)
  })
})
