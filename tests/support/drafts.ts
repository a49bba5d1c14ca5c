import { SignedOut } from '../../src/client/device/trouble.ts'
import { createDraft, type FormDraft } from '../../src/client/drafts/draft.ts'
import type { DraftDb } from '../../src/client/drafts/draftDb.ts'
import { openDraft, type DraftMessage, type DraftPorts } from '../../src/client/drafts/drafts.ts'
import type { DraftShape } from '../../src/client/drafts/shape.ts'
import type { DraftVersion } from '../../src/client/drafts/versions.ts'
import { FakeTime, settled } from './fake-time.ts'

export interface Typed {
  readonly name: string
  readonly phone: string
  readonly password: string
}
export const EMPTY: Typed = { name: '', phone: '', password: '' }
export const shape: DraftShape<Typed> = { version: 1, initial: EMPTY, secret: ['password'] }

/** One device: a disk that outlives its tabs, and a clock. */
export class Device {
  readonly time = new FakeTime()
  readonly disk = new Map<string, readonly DraftVersion[]>()
  account: string | null = 'buyer1'
  /** Error that writes throw instead of storing. */
  failure: Error | null = null
  /** Whether the browser was asked for persistent storage. */
  keptForGood = false
  private endedAt = 0
  private readonly listeners = new Set<(message: DraftMessage, from: Tab) => void>()
  private tabs = 0

  /** Rejection that reads give instead of the stored data. */
  unreadable: Promise<never> | null = null
  /** Delays reads until it resolves. */
  slow: Promise<unknown> | null = null

  readonly db: DraftDb = {
    open: ({ account, form }) => {
      const key = `${account}\n${form}`
      const openedAt = this.time.now
      const stored = () => this.disk.get(key) ?? []
      return {
        read: () => this.unreadable ?? Promise.resolve(this.slow?.then(() => stored()) ?? stored()),
        update: async (change) => {
          await Promise.resolve()
          if (this.failure) throw this.failure
          if (account !== '' && this.endedAt > openedAt && this.account !== account) throw new SignedOut()
          const versions = change(this.disk.get(key) ?? [])
          if (versions.length === 0) this.disk.delete(key)
          else this.disk.set(key, structuredClone(versions))
          return versions
        },
      }
    },
    all: (account) =>
      Promise.resolve(
        [...this.disk].flatMap(([key, versions]) =>
          key.startsWith(`${account}\n`) ? [[key.slice(account.length + 1), versions] as const] : [],
        ),
      ),
  }

  /** Deletes an account's drafts, like a sign-out. */
  wipe(account: string): void {
    for (const key of this.disk.keys()) if (key.startsWith(`${account}\n`)) this.disk.delete(key)
    this.endedAt = this.time.now
  }

  open(form = 'company', own: DraftShape<Typed> = shape): Tab {
    this.tabs += 1
    return new Tab(this, `tab${this.tabs}`, form, own)
  }

  hear(tab: Tab, heard: (message: DraftMessage) => void): () => void {
    const listener = (message: DraftMessage, from: Tab): void => {
      if (from !== tab) heard(message)
    }
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  post(message: DraftMessage, from: Tab): void {
    for (const listener of this.listeners) listener(message, from)
  }

  async pass(ms: number): Promise<void> {
    this.time.pass(ms)
    await settled()
  }

  /** The whole content of the disk, as text. */
  written(): string {
    return JSON.stringify([...this.disk])
  }
}

/** A tab with the form open. */
export class Tab {
  readonly draft: FormDraft<Typed>
  private readonly stop: () => void
  private dead = false
  private readonly hidden = new Set<() => void>()
  private readonly shown = new Set<() => void>()
  private readonly device: Device

  constructor(device: Device, id: string, form: string, own: DraftShape<Typed>) {
    this.device = device
    const { time } = device
    const ports: DraftPorts = {
      db: device.db,
      now: () => time.now,
      post: (message) => device.post(message, this),
      listen: (heard) => device.hear(this, (message) => !this.dead && heard(message)),
      onShow: (run) => {
        this.shown.add(run)
        return () => this.shown.delete(run)
      },
      keepForGood: () => {
        device.keptForGood = true
      },
    }
    this.draft = createDraft(own, {
      store: openDraft({ account: device.account ?? '', form }, ports),
      tab: id,
      now: () => time.now,
      after: (ms, run) => time.after(ms, () => !this.dead && run()),
      onHide: (run) => {
        this.hidden.add(run)
        return () => this.hidden.delete(run)
      },
    })
    this.stop = this.draft.start()
  }

  get state() {
    return this.draft.view.get()
  }

  async type(patch: Partial<Typed>): Promise<void> {
    this.draft.set(patch)
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
  /** Kills the tab: none of its code runs any more. */
  kill(): void {
    this.dead = true
  }
}
