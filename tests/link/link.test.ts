import { randomBytes } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { PERFECT, SLACK_BYTES } from './conditions.ts'
import { Fades } from './fades.ts'
import { client, dial, echo, plainServer, testLink, timeOf } from './plain.ts'
import { seeded } from '../../src/server/seeded.ts'

/** Never earlier than the link allows; later only by a busy machine's delay. */
function expectAbout(ms: number, due: number): void {
  expect(ms / due).toBeGreaterThan(0.97)
  expect(ms / due).toBeLessThan(1.5)
}

/** A connection that has carried a byte each way, so that the test measures the link and not its opening. */
async function warm(link: Parameters<typeof client>[0]) {
  const end = await client(link)
  await timeOf(end, 1, () => end.socket.write('x'))
  return end
}

describe('a link', () => {
  test('without conditions passes every byte both ways, unchanged and in order', async () => {
    const server = await plainServer(echo)
    const link = await testLink({ target: server.port })
    const end = await client(link)
    const sent = randomBytes(3_000_000)
    end.socket.end(sent)
    await end.until(({ ended }) => ended)
    expect(Buffer.from(end.text, 'latin1').equals(sent)).toBe(true)
    expect(link.stats.up).toMatchObject({ read: sent.length, delivered: sent.length, swallowed: 0 })
    expect(link.stats.down).toMatchObject({ read: sent.length, delivered: sent.length, swallowed: 0 })
  })

  test('passes them so with delay, jitter and rate as well', async () => {
    const server = await plainServer(echo)
    const link = await testLink({ target: server.port, delay: 30, jitter: 50, rate: 8_000, seed: 7 })
    const end = await client(link)
    const sent = randomBytes(300_000)
    end.socket.end(sent)
    await end.until(({ ended }) => ended)
    expect(Buffer.from(end.text, 'latin1').equals(sent)).toBe(true)
  })

  test('passes the end of one direction after its last byte, and leaves the other open', async () => {
    const server = await plainServer()
    const link = await testLink({ target: server.port, delay: 50 })
    const end = await client(link)
    end.socket.end('last words')
    const other = await server.end(1)
    await other.until(({ ended }) => ended)
    expect(other.text).toBe('last words')
    other.socket.end('an answer all the same')
    await end.until(({ closed }) => closed !== null)
    expect(end.text).toBe('an answer all the same')
    expect(end.closed).toBe('closed')
  })

  test('passes a reset of one end on to the other', async () => {
    const server = await plainServer()
    const link = await testLink({ target: server.port, delay: 20 })
    const end = await client(link)
    end.socket.write('x')
    const other = await server.end(1)
    await other.until(({ bytes }) => bytes === 1)
    end.socket.resetAndDestroy()
    await other.until(({ closed }) => closed !== null)
    expect(other.closed).toBe('ECONNRESET')
    await vi.waitFor(() => expect(link.stats.open).toBe(0))
  })

  test('resets its clients without a server behind it, and reaches the server that comes there', async () => {
    const server = await plainServer(echo)
    const link = await testLink({ target: 1 })
    const lonely = dial(link)
    await lonely.until(({ closed }) => closed !== null)
    expect(lonely.closed).toBe('ECONNRESET')
    link.retarget(`http://127.0.0.1:${server.port}`)
    await warm(link)
  })

  test.each([
    [{ delay: -1 }, 'delay'],
    [{ jitter: Number.NaN }, 'jitter'],
    [{ rate: 0 }, 'rate'],
    [{ down: { rate: -5 } }, 'rate'],
    [{ target: 'nowhere' }, 'target'],
  ])('%j is refused with its reason', async (wrong, name) => {
    await expect(testLink({ target: 1, ...wrong })).rejects.toThrow(name)
  })
})

describe('delay', () => {
  test('is added one way, in each direction by itself', async () => {
    const server = await plainServer(echo)
    const link = await testLink({ target: server.port, up: { delay: 100 }, down: { delay: 300 } })
    const end = await warm(link)
    expectAbout(await timeOf(end, 4, () => end.socket.write('ping')), 400)
    const other = await server.end(1)
    expectAbout(await timeOf(other, 4, () => end.socket.write('ping')), 100)
  })

  test('changes while it runs, and what is under way keeps its place', async () => {
    const server = await plainServer()
    const link = await testLink({ target: server.port, delay: 400 })
    const end = await client(link)
    end.socket.write('first ')
    await vi.waitFor(() => expect(link.stats.up.read).toBe(6), { interval: 1 })
    link.set({ delay: 0 })
    end.socket.write('second')
    const other = await server.end(1)
    await other.until(({ bytes }) => bytes === 12)
    expect(other.text).toBe('first second')
    expect(await timeOf(other, 1, () => end.socket.write('x'))).toBeLessThan(200)
  })

  test('of one connection changes alone', async () => {
    const server = await plainServer(echo)
    const link = await testLink({ target: server.port })
    const slow = await warm(link)
    link.wires[0]?.set({ delay: 150 })
    const quick = await warm(link)
    const [quickMs, slowMs] = await Promise.all([quick, slow].map((end) => timeOf(end, 1, () => end.socket.write('x'))))
    expectAbout(slowMs!, 300)
    expect(quickMs).toBeLessThan(150)
  })

  test('with jitter varies within its bounds, and order is kept', async () => {
    const server = await plainServer(echo)
    const link = await testLink({ target: server.port, up: { delay: 20, jitter: 80 }, seed: 3 })
    const end = await warm(link)
    const times: number[] = []
    for (let i = 0; i < 12; i++) times.push(await timeOf(end, 1, () => end.socket.write('x')))
    expect(Math.min(...times)).toBeGreaterThanOrEqual(20)
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(20)
    const words = Array.from({ length: 50 }, (_, i) => String(i).padStart(3, '0'))
    await timeOf(end, 150, () => {
      for (const word of words) end.socket.write(word)
    })
    expect(end.text).toBe(words.join(''))
  })
})

describe('rate', () => {
  test('lets so many kbit through in a second', async () => {
    const server = await plainServer()
    const link = await testLink({ target: server.port, rate: 200 })
    const end = await client(link)
    const other = await server.end(1)
    expectAbout(await timeOf(other, 25_000, () => end.socket.write(Buffer.alloc(25_000))), 1_000)
  })

  test('is shared by all connections of a direction, evenly, like one radio', async () => {
    const server = await plainServer()
    const link = await testLink({ target: server.port, rate: 400 })
    const [a, b] = [await client(link), await client(link)]
    const [atA, atB] = [await server.end(1), await server.end(2)]
    const from = performance.now()
    a.socket.write(Buffer.alloc(25_000))
    b.socket.write(Buffer.alloc(25_000))
    const firstDone = Promise.race([
      atA.until(({ bytes }) => bytes === 25_000),
      atB.until(({ bytes }) => bytes === 25_000),
    ])
    expectAbout((await firstDone) - from, 1_000)
    expect(Math.min(atA.bytes, atB.bytes)).toBeGreaterThan(20_000)
  })

  test('of one direction leaves the other alone, and is lifted at once', async () => {
    const server = await plainServer(echo)
    const link = await testLink({ target: server.port, down: { rate: 80 } })
    const end = await client(link)
    const other = await server.end(1)
    expect(await timeOf(other, 50_000, () => end.socket.write(Buffer.alloc(50_000)))).toBeLessThan(1_000)
    // The whole answer would take 5 s.
    await end.until(({ bytes }) => bytes > 5_000)
    const from = performance.now()
    link.set({ down: { rate: null } })
    await end.until(({ bytes }) => bytes === 50_000)
    expect(performance.now() - from).toBeLessThan(1_000)
  })
})

describe('a handshake', () => {
  test('takes its round trips before the first byte, and none after it', async () => {
    const server = await plainServer(echo)
    const link = await testLink({ target: server.port, delay: 50, handshake: 3 })
    const end = await client(link)
    expectAbout(await timeOf(end, 1, () => end.socket.write('x')), 400)
    expectAbout(await timeOf(end, 1, () => end.socket.write('x')), 100)
  })
})

describe('loss', () => {
  test('in bursts holds back what is sent into one, and everything behind it, for its timeout; nothing is missing', async () => {
    const server = await plainServer(echo)
    const link = await testLink({ target: server.port, up: { loss: 0.3, fade: 100 }, seed: 5 })
    const end = await client(link)
    const times: number[] = []
    while (Math.max(0, ...times) < 900) times.push(await timeOf(end, 1, () => end.socket.write('x')))
    expect(times.filter((ms) => ms > 100 && ms < 900)).toEqual([])
    const sent = randomBytes(2_000)
    end.forget()
    for (let at = 0; at < sent.length; at += 100) end.socket.write(sent.subarray(at, at + 100))
    await end.until(({ bytes }) => bytes === sent.length)
    expect(Buffer.from(end.text, 'latin1').equals(sent)).toBe(true)
  })

  test('takes its share of the time', () => {
    const fades = new Fades(seeded(3))
    const conditions = { ...PERFECT, loss: 0.05, fade: 400 }
    const moments = Array.from({ length: 100_000 }, (_, i) => i * 37)
    const lost = moments.filter((at) => fades.through(at, conditions) > at)
    expect(lost.length / moments.length).toBeGreaterThan(0.04)
    expect(lost.length / moments.length).toBeLessThan(0.06)
  })

  test.each([{ loss: 0.6 }, { loss: -1 }, { fade: 0 }])('%j is refused', async (change) => {
    const server = await plainServer()
    const link = await testLink({ target: server.port })
    expect(() => link.set(change)).toThrow(RangeError)
  })
})

describe('backpressure', () => {
  test('reaches the sender: the link holds no more than what is under way and a little', async () => {
    const total = 20_000_000
    const server = await plainServer((socket) => socket.write(Buffer.alloc(total)))
    const link = await testLink({ target: server.port, down: { delay: 200, rate: 4_000 } })
    const end = await client(link)
    await end.until(({ bytes }) => bytes > 400_000)
    const product = (4_000 / 8) * 200
    // One read of Node's more than the brim, which is 64 KiB.
    expect(link.stats.down.heldMost).toBeLessThanOrEqual(product + SLACK_BYTES + 65_536)
    expect(link.stats.down.heldMost).toBeGreaterThan(product * 0.8)
    expect(link.stats.down.read).toBeLessThan(total / 10)
  })

  test('comes from a receiver that does not read, too', async () => {
    const total = 64_000_000
    const server = await plainServer((socket) => socket.write(Buffer.alloc(total)))
    const link = await testLink({ target: server.port })
    const end = await client(link)
    end.socket.pause()
    // Still when the kernels' own buffers are full: as much as two looks in a row find no change.
    let before = -1
    await vi.waitFor(
      () => {
        const { read } = link.stats.down
        const still = read > 0 && read === before
        before = read
        expect(still).toBe(true)
      },
      { interval: 200, timeout: 20_000 },
    )
    expect(link.stats.down.read).toBeLessThan(total / 2)
    expect(link.stats.down.heldMost).toBeLessThanOrEqual(SLACK_BYTES + 65_536)
    end.socket.resume()
    await end.until(({ bytes }) => bytes === total)
  })
})
