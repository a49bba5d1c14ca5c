import { beforeEach, describe, expect, it } from 'vitest'
import { FakeTime } from '../../../../tests/support/fake-time.ts'
import { acceptUpdate, postponeUpdate, update, watchUpdates } from './update.ts'

/** A device whose tabs have one worker in common; each tab is its own copy of the module, so one is looked at. */
let time: FakeTime
let waits: boolean
let told: string[]
let reloads: number
let tab: ReturnType<typeof watchUpdates>
beforeEach(() => {
  time = new FakeTime()
  waits = true
  told = []
  reloads = 0
  update.set({ kind: 'none' })
  tab = watchUpdates({
    waiting: () => (waits ? { postMessage: ({ type }) => told.push(type) } : null),
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
    expect([update.get().kind, told, reloads]).toEqual(['ready', [], 0])
  })
  it('takes over when he does, and this tab begins anew, once', () => {
    tab.installed()
    acceptUpdate()
    acceptUpdate()
    expect([told, reloads]).toEqual([['accept'], 0])
    tab.tookOver()
    expect(reloads).toBe(1)
  })
  it('that another tab agreed to does not reload this one', () => {
    tab.installed()
    waits = false
    tab.tookOver()
    time.pass(3_600_000)
    expect([update.get().kind, reloads]).toEqual(['ready', 0])
    acceptUpdate()
    expect([told, reloads]).toEqual([[], 1])
  })
  it('that this tab never heard of is offered once it runs elsewhere', () => {
    tab.tookOver()
    expect([update.get().kind, reloads]).toEqual(['ready', 0])
  })
  it('can wait; the next one asks again', () => {
    tab.installed()
    postponeUpdate()
    tab.tookOver()
    expect([update.get().kind, reloads]).toEqual(['later', 0])
    tab.installed()
    expect(update.get().kind).toBe('ready')
  })
  it('whose worker does not move is loaded all the same', () => {
    tab.installed()
    acceptUpdate()
    time.pass(4_000)
    expect(reloads).toBe(1)
  })
})
