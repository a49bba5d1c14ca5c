import { createKeeper, type Keeper } from '../../src/app/lib/form/draft.ts'
import type { Shape } from '../../src/app/lib/form/kept.ts'
import { openDraft, type DraftPorts, type Told } from '../../src/app/storage/drafts.ts'
import type { Head } from '../../src/app/storage/heads.ts'
import type { Slots } from '../../src/app/storage/slots.ts'
import { FakeTime, settled } from './fake-time.ts'

export interface Typed {
  readonly name: string
  readonly phone: string
  readonly password: string
}
export const EMPTY: Typed = { name: '', phone: '', password: '' }
export const shape: Shape<Typed> = { version: 1, initial: EMPTY, secret: ['password'] }

/** One device: a disk that outlives its tabs, and a clock. */
export class Device {
  readonly time = new FakeTime()
  readonly disk = new Map<string, readonly Head[]>()
  account: string | null = 'buyer1'
  /** What a write ends with in place of the disk. */
  failure: Error | null = null
  private endedAt = 0
  private readonly listeners = new Set<(told: Told, from: Tab) => void>()
  private tabs = 0

  readonly slots: Slots = {
    read: (key) => Promise.resolve(this.disk.get(key) ?? []),
    update: async (key, change) => {
      await Promise.resolve()
      if (this.failure) throw this.failure
      const heads = change(this.disk.get(key) ?? [], this.endedAt)
      if (heads.length === 0) this.disk.delete(key)
      else this.disk.set(key, structuredClone(heads))
      return heads
    },
    all: () => Promise.resolve([...this.disk]),
    dropWhere: (gone, endedAt) => {
      for (const [key, heads] of this.disk) if (gone(key, heads)) this.disk.delete(key)
      this.endedAt = endedAt ?? this.endedAt
      return Promise.resolve()
    },
  }

  open(form = 'company', own: Shape<Typed> = shape): Tab {
    this.tabs += 1
    return new Tab(this, `tab${this.tabs}`, form, own)
  }

  hear(tab: Tab, heard: (told: Told) => void): () => void {
    const listener = (told: Told, from: Tab): void => {
      if (from !== tab) heard(told)
    }
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  tell(told: Told, from: Tab): void {
    for (const listener of this.listeners) listener(told, from)
  }

  async pass(ms: number): Promise<void> {
    this.time.pass(ms)
    await settled()
  }

  /** Everything that stands on the disk, as text. */
  written(): string {
    return JSON.stringify([...this.disk])
  }
}

/** A tab with the form open. */
export class Tab {
  readonly keeper: Keeper<Typed>
  private readonly stop: () => void
  private dead = false
  private readonly hidden = new Set<() => void>()
  private readonly shown = new Set<() => void>()
  private readonly device: Device

  constructor(device: Device, id: string, form: string, own: Shape<Typed>) {
    this.device = device
    const { time } = device
    const ports: DraftPorts = {
      slots: device.slots,
      now: () => time.now,
      tell: (told) => device.tell(told, this),
      listen: (heard) => device.hear(this, (told) => !this.dead && heard(told)),
      onShow: (run) => {
        this.shown.add(run)
        return () => this.shown.delete(run)
      },
      currentAccount: () => device.account,
    }
    this.keeper = createKeeper(own, {
      box: openDraft({ account: device.account ?? '', form }, ports),
      tab: id,
      now: () => time.now,
      after: (ms, run) => time.after(ms, () => !this.dead && run()),
      onHide: (run) => {
        this.hidden.add(run)
        return () => this.hidden.delete(run)
      },
    })
    this.stop = this.keeper.start()
  }

  get state() {
    return this.keeper.state.get()
  }

  async type(patch: Partial<Typed>): Promise<void> {
    this.keeper.set(patch)
    await settled()
  }
  /** Typed, and left for so long that it is on the disk. */
  async write(patch: Partial<Typed>): Promise<void> {
    await this.type(patch)
    await this.device.pass(300)
  }
  async hide(): Promise<void> {
    for (const run of this.hidden) run()
    await settled()
  }
  async show(): Promise<void> {
    for (const run of this.shown) run()
    await settled()
  }
  async close(): Promise<void> {
    this.stop()
    await settled()
  }
  /** The process is gone: nothing of it runs any more. */
  kill(): void {
    this.dead = true
  }
}
