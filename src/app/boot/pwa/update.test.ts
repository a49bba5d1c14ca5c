import { beforeEach, describe, expect, it } from 'vitest'
import { FakeTime, settled } from '../../../../tests/support/fake-time.ts'
import { acceptUpdate, postponeUpdate, updateOf, watchUpdates } from './update.ts'
import type { Client } from '../../../client/client.ts'
import { nodeClient } from '../../../../tests/support/client.tsx'

/** One device: its tabs share one worker, but each tab has its own client, so testing one tab suffices. */
let time: FakeTime
let waits: boolean
let messages: string[]
let reloads: number
let activation: Promise<void>
let client: Client
let tab: ReturnType<typeof watchUpdates>
beforeEach(() => {
  time = new FakeTime()
  waits = true
  messages = []
  reloads = 0
  activation = Promise.resolve()
  client = nodeClient()
  tab = watchUpdates(client, {
    waiting: () => (waits ? { postMessage: ({ type }) => messages.push(type) } : null),
    active: () => ({ postMessage: ({ type }) => messages.push(`active: ${type}`) }),
    activated: () => activation,
    reload: () => {
      reloads += 1
    },
    after: (ms, run) => void time.after(ms, run),
  })
})

describe('a new version', () => {
  it('is offered, and nothing happens until the person agrees', () => {
    tab.installed()
    time.pass(3_600_000)
    expect([updateOf(client).get().kind, messages, reloads]).toEqual(['ready', [], 0])
  })
  it('takes over when the reader does, and this tab begins anew, once', async () => {
    tab.installed()
    acceptUpdate(client)
    acceptUpdate(client)
    expect([messages, reloads]).toEqual([['active: yield', 'accept'], 0])
    tab.tookOver()
    await settled()
    expect(reloads).toBe(1)
  })
  it('that another tab agreed to does not reload this one', async () => {
    tab.installed()
    waits = false
    tab.tookOver()
    time.pass(3_600_000)
    expect([updateOf(client).get().kind, reloads]).toEqual(['ready', 0])
    acceptUpdate(client)
    await settled()
    expect([messages, reloads]).toEqual([[], 1])
  })
  it('that this tab never heard of is offered once it runs elsewhere', () => {
    tab.tookOver()
    expect([updateOf(client).get().kind, reloads]).toEqual(['ready', 0])
  })
  it('can wait; the next one asks again', () => {
    tab.installed()
    postponeUpdate(client)
    tab.tookOver()
    expect([updateOf(client).get().kind, reloads]).toEqual(['later', 0])
    tab.installed()
    expect(updateOf(client).get().kind).toBe('ready')
  })
  it('whose worker does not move is loaded all the same', async () => {
    tab.installed()
    acceptUpdate(client)
    time.pass(15_000)
    await settled()
    expect(reloads).toBe(1)
  })
  it('whose worker takes over because the page is being loaded anew is not loaded twice', async () => {
    tab.installed()
    acceptUpdate(client)
    time.pass(15_000)
    tab.tookOver()
    await settled()
    expect(reloads).toBe(1)
  })
  it('is loaded once its worker is active', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    activation = promise
    tab.installed()
    acceptUpdate(client)
    tab.tookOver()
    await settled()
    expect(reloads).toBe(0)
    resolve()
    await settled()
    expect(reloads).toBe(1)
  })
  it('is loaded again where the page is still there 15 s later', async () => {
    tab.installed()
    acceptUpdate(client)
    tab.tookOver()
    await settled()
    time.pass(14_999)
    await settled()
    expect(reloads).toBe(1)
    time.pass(1)
    await settled()
    expect(reloads).toBe(2)
  })
})
