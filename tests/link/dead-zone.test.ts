import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDeadZone } from './dead-zone.ts'
import type { DeadZone, DeadZoneMode } from './dead-zone.ts'
import { namespacesWork } from './namespace.ts'
import { echo, End, plainServer, timeOf } from './plain.ts'

/** The second mode needs no rights, for machines without them. */
const MODES: readonly DeadZoneMode[] = namespacesWork() ? ['namespace', 'backlog'] : ['backlog']
/** TCP resends a lost SYN after a second. */
const SYN_AGAIN_MS = 1_000

async function zoneOf(mode: DeadZoneMode, options: { readonly delay?: number } = {}): Promise<DeadZone> {
  const server = await plainServer(echo)
  const zone = await openDeadZone({ target: server.port, mode, ...options })
  onTestFinished(() => zone.close())
  return zone
}

function dialIn(zone: DeadZone): End {
  const { hostname, port } = new URL(zone.url)
  const end = new End(connect({ host: hostname, port: Number(port), noDelay: true }))
  onTestFinished(() => void end.socket.destroy())
  return end
}

async function connectedIn(zone: DeadZone): Promise<End> {
  const end = dialIn(zone)
  await once(end.socket, 'connect')
  await timeOf(end, 1, () => end.socket.write('x'))
  return end
}

describe.each(MODES)('a dead zone (%s)', (mode) => {
  test('is a link like any other before it is entered', async () => {
    const zone = await zoneOf(mode, { delay: 50 })
    const end = await connectedIn(zone)
    expect(await timeOf(end, 1, () => end.socket.write('x'))).toBeGreaterThanOrEqual(97)
    expect([zone.mode, zone.link.stats.open]).toEqual([mode, 1])
  })

  test('answers no SYN: a connection hangs in its back-off, and another begun after the return does not', async () => {
    const zone = await zoneOf(mode)
    await zone.enter()
    const early = dialIn(zone)
    const began = performance.now()
    await expect.poll(() => performance.now() - began, { timeout: 5_000 }).toBeGreaterThan(SYN_AGAIN_MS + 200)
    expect(early.socket.connecting).toBe(true)
    await zone.leave()
    const back = performance.now()
    const fresh = await connectedIn(zone)
    expect(performance.now() - back).toBeLessThan(SYN_AGAIN_MS / 2)
    expect([early.socket.connecting, fresh.closed]).toEqual([true, null])
    await once(early.socket, 'connect')
    expect(performance.now() - began).toBeGreaterThan(2 * SYN_AGAIN_MS - 50)
  })

  test('lets nothing through on what is established, closes nothing, and loses no byte', async () => {
    const zone = await zoneOf(mode)
    const end = await connectedIn(zone)
    end.forget()
    await zone.enter()
    end.socket.write('is anybody there?')
    const began = performance.now()
    await expect.poll(() => performance.now() - began, { timeout: 5_000 }).toBeGreaterThan(700)
    expect([end.bytes, end.closed]).toEqual([0, null])
    await zone.leave()
    await end.until(({ text }) => text === 'is anybody there?')
  })

  test('tells when a connection gets through', async () => {
    const zone = await zoneOf(mode)
    const at: number[] = []
    zone.events.on('connection', (time) => at.push(time))
    await connectedIn(zone)
    await expect.poll(() => at).toHaveLength(1)
  })

  test('can be entered again', async () => {
    const zone = await zoneOf(mode)
    for (const _ of [1, 2]) {
      await zone.enter()
      const hanging = dialIn(zone)
      await expect(once(hanging.socket, 'connect', { signal: AbortSignal.timeout(300) })).rejects.toThrow()
      hanging.socket.destroy()
      await zone.leave()
      await connectedIn(zone)
    }
  })
})
