import { storageTrouble, type StorageTrouble } from '../device/trouble.ts'
import { createStore, type Store } from '../store.ts'
import { prepare, type PreparePorts } from '../uploads/prepare.ts'
import { Refused } from '../uploads/refused.ts'
import type { UploadRule } from '../uploads/rules.ts'
import { texts } from '../../texts/messages.ts'
import { outboxAfter, type OutboxEvent } from './after.ts'
import {
  isFile,
  isForm,
  isSameForm,
  type FileItem,
  type FormBody,
  type FormItem,
  type FormKey,
  type OutboxItem,
  type SignedVersion,
  type Slot,
} from './items.ts'
import { isDue } from './next.ts'
import { createSender, type SenderPorts } from './sender.ts'
import type { OutboxStore } from './store.ts'

export interface OutboxView {
  /** The account that owns the items; null for a visitor, who has none. */
  readonly account: string | null
  /** Items in the order of their arrival. */
  readonly items: readonly OutboxItem[]
  /** The items have been read from the device. */
  readonly ready: boolean
  /** Items are waiting, and their account has to sign in again. */
  readonly needsSignIn: boolean
  /** Number of waiting items of the account whose sign-in has ended on this page; the page shows nothing else of it. */
  readonly leftBehind: number
  /** The reason why the last item could not be stored. */
  readonly trouble: StorageTrouble | null
}

/** Messages between the tabs of this device. */
export type OutboxMessage =
  | { readonly why: 'changed'; readonly accepted?: FormItem }
  /** Asks for another attempt; `anew`: now, ignoring retry times. */
  | { readonly why: 'wake'; readonly anew: boolean }
  | { readonly why: 'leave'; readonly id: string }

export interface OutboxPorts extends Omit<SenderPorts, 'changed'>, PreparePorts {
  /** The account that currently works on this device. */
  readonly account: () => string | null
  readonly newId: () => string
  readonly post: (message: OutboxMessage) => void
  readonly listen: (onMessage: (message: OutboxMessage) => void) => () => void
  /**
   * Called when the link is back, the page is shown, or the sign-in has changed. `anew`: the event may have mended the
   * link.
   */
  readonly onChance: (run: (anew: boolean) => void) => () => void
  readonly isSignedIn: () => boolean
  /** The account whose sign-in ended by itself, until the next sign-in. */
  readonly endedAccount: () => string | null
  /** Shows the count on the icon of the installed app. */
  readonly badge: (count: number) => void
  /** Asks the browser not to evict the outbox. */
  readonly keepForGood: () => void
  /** Asks the browser to call `onChance` once the link is back, even if the page's timers are suspended. */
  readonly wakeWhenOnline: () => void
  /** Tells the server that it may delete an abandoned upload. */
  readonly giveUp: (file: FileItem) => void
}

/** Files and forms on this device that wait to be sent, with the person's commands. */
export interface Outbox {
  readonly view: Store<OutboxView>
  /**
   * Checks, shrinks and stores the picked files, then sends them. Throws `Refused`, or the error of the device's disk.
   */
  readonly pick: (slot: Slot, files: readonly File[], rule: UploadRule, attached?: number) => Promise<void>
  /**
   * Resolves with the id of the form, once it and its files are on the device: from then on it is sent once, even after
   * a reload. Throws `Refused` if a tab that was reading one of the files is gone.
   */
  readonly submit: (form: FormKey, body: FormBody, files: FormItem['files'], signed?: SignedVersion) => Promise<string>
  readonly retry: (id: string) => Promise<void>
  /** Takes a form back to be changed. */
  readonly hold: (id: string) => Promise<void>
  readonly remove: (ids: readonly string[]) => Promise<void>
  readonly bytesOf: (id: string) => Promise<Blob | null>
  readonly onAccepted: (listener: (form: FormItem) => void) => () => void
  readonly start: () => () => void
}

const EMPTY: OutboxView = { account: null, items: [], ready: false, needsSignIn: false, leftBehind: 0, trouble: null }
/** Within this time a tab that reads a file has finished. */
const READING_MS = 15_000
const LOOK_MS = 200

export function createOutbox(ports: OutboxPorts): Outbox {
  const view = createStore(EMPTY)
  const listeners = new Set<(form: FormItem) => void>()
  const sender = createSender({
    ...ports,
    changed: (accepted) => {
      void look()
      if (accepted) listeners.forEach((listener) => listener(accepted))
      ports.post({ why: 'changed', ...(accepted && { accepted }) })
    },
  })
  let looking: Promise<void> | null = null
  let stale = false

  /** Shows the stored items; runs once at a time. */
  async function look(): Promise<void> {
    stale = true
    looking ??= (async () => {
      while (stale) {
        stale = false
        await show()
      }
    })().finally(() => {
      looking = null
    })
    await looking
  }

  async function show(): Promise<void> {
    const account = ports.account()
    const found = account === null ? [] : await itemsOf(account)
    const items = inOrder(found)
    const waiting = items.filter(waits)
    const ended = account === null ? ports.endedAccount() : null
    const leftBehind = ended === null ? 0 : (await itemsOf(ended)).filter(waits).length
    ports.badge(waiting.length + leftBehind)
    const needsSignIn = waiting.length > 0 && !ports.isSignedIn()
    view.set({ ...view.get(), account, items, ready: true, needsSignIn, leftBehind })
  }

  const itemsOf = (account: string): Promise<readonly OutboxItem[]> =>
    ports
      .store(account)
      .all()
      .catch(() => view.get().items)

  function mine(): { readonly account: string; readonly store: ReturnType<SenderPorts['store']> } {
    const account = ports.account()
    if (account === null) throw new Error('a visitor has no outbox')
    return { account, store: ports.store(account) }
  }

  async function changed(anew: boolean): Promise<void> {
    await look()
    ports.post({ why: 'changed' })
    ports.post({ why: 'wake', anew })
    if (view.get().items.some(waits)) ports.wakeWhenOnline()
    sender.wake(anew)
  }

  const apply = async (id: string, event: OutboxEvent): Promise<void> => {
    await mine().store.change(id, (item) => outboxAfter(item, event))
  }

  async function keep<T>(work: () => Promise<T>): Promise<T> {
    try {
      const kept = await work()
      view.set({ ...view.get(), trouble: null })
      ports.keepForGood()
      return kept
    } catch (error) {
      view.set({ ...view.get(), trouble: storageTrouble(error) })
      throw error
    }
  }

  async function drop(items: readonly OutboxItem[]): Promise<void> {
    const { store } = mine()
    for (const item of items) {
      sender.leave(item.id)
      ports.post({ why: 'leave', id: item.id })
      await store.remove(item.id)
      if (isFile(item) && item.state !== 'up') ports.giveUp(item)
    }
  }

  /** In a field of one file the file picked last replaces those still on their way, whichever was ready first. */
  async function keepNewest(slot: Slot, store: OutboxStore): Promise<void> {
    const inField = inOrder(await store.all()).filter(isIn(slot))
    const newest = inField.at(-1)
    await drop(inField.filter((file) => file.batch !== newest?.batch && file.state !== 'up'))
  }

  /**
   * Settles files that a tab was reading when it was killed: kept if their bytes have arrived, else removed. True while
   * a tab may still be reading.
   */
  async function settleReading(): Promise<boolean> {
    const account = ports.account()
    if (account === null) return false
    const store = ports.store(account)
    const reading = (await store.all()).filter(({ state }) => state === 'reading')
    const due = reading.filter(({ at }) => ports.now() - at > READING_MS)
    for (const { id } of due)
      await ((await store.bytesOf(id)) === null ? store.remove(id) : apply(id, { type: 'read' }))
    if (due.length > 0) await changed(false)
    return due.length < reading.length
  }

  /** Waits for the bytes of a form's files: the form is promised together with them. */
  async function whenRead(store: OutboxStore, files: FormItem['files']): Promise<void> {
    const { signal } = new AbortController()
    for (;;) {
      await settleReading()
      const items = await store.all()
      const own = files.map(({ id }) => items.find((item) => item.id === id))
      if (own.includes(undefined)) throw new Refused(texts.fileGone)
      if (own.every((item) => item?.state !== 'reading')) return
      await ports.sleep(LOOK_MS, signal)
    }
  }

  async function sweep(): Promise<void> {
    const account = ports.account()
    if (account !== null) await ports.store(account).sweep(ports.now())
  }

  return {
    view,
    pick: async (slot, files, rule, attached = 0) => {
      const { account, store } = mine()
      const at = ports.now()
      const prepared = await prepare(files, { attached, rule, ports })
      const batch = ports.newId()
      const items = prepared.map(({ name, type, bytes, sha256 }, index): readonly [FileItem, ArrayBuffer] => [
        {
          id: ports.newId(),
          kind: 'file',
          account,
          at: at + index,
          bytes: bytes.byteLength,
          tries: 0,
          error: null,
          retryAt: 0,
          state: 'reading',
          slot,
          batch,
          name,
          type,
          as: rule.kind,
          sha256,
          url: null,
          offset: 0,
          path: null,
          upAt: 0,
        },
        bytes,
      ])
      const kept: OutboxItem[] = []
      await keep(async () => {
        try {
          for (const [item, bytes] of items) {
            await store.addFile(item, bytes)
            kept.push(item)
          }
        } catch (error) {
          // All files of a batch are uploaded, or none is used.
          await drop(kept).catch(() => null)
          throw error
        }
      })
      if (rule.maxFiles === 1) await keepNewest(slot, store)
      await changed(false)
    },
    submit: async (form, body, files, signed) => {
      const { account, store } = mine()
      await whenRead(store, files)
      const before = (await store.all()).filter((one) => isForm(one) && isSameForm(one, form))
      // A signature of that version is already on its way.
      const going = before.find((one) => isForm(one) && signed && one.signed?.hash === signed.hash && isDue(one))
      if (going) return going.id
      const item: FormItem = {
        id: ports.newId(),
        kind: 'form',
        account,
        at: ports.now(),
        bytes: JSON.stringify(body).length,
        tries: 0,
        error: null,
        retryAt: 0,
        state: 'waiting',
        ...form,
        body,
        files,
        ...(signed && { signed }),
      }
      await keep(() => store.add(item))
      // An item on its way is left alone: the server decides its outcome.
      for (const { id, state } of before) if (state === 'held' || state === 'refused') await store.remove(id)
      await changed(false)
      return item.id
    },
    retry: async (id) => {
      await apply(id, { type: 'retried' })
      await changed(true)
    },
    hold: async (id) => {
      sender.leave(id)
      ports.post({ why: 'leave', id })
      await apply(id, { type: 'held' })
      await changed(false)
    },
    remove: async (ids) => {
      await drop((await mine().store.all()).filter(({ id }) => ids.includes(id)))
      await changed(false)
    },
    bytesOf: async (id) => {
      const item = view.get().items.find((one) => one.id === id)
      const bytes = await mine().store.bytesOf(id)
      return bytes && new Blob([bytes], { type: item?.kind === 'file' ? item.type : 'application/octet-stream' })
    },
    onAccepted: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: () => {
      const stops = [
        ports.listen((message) => {
          if (message.why === 'leave') return sender.leave(message.id)
          if (message.why === 'wake') return sender.wake(message.anew)
          void look()
          const { accepted } = message
          if (accepted && accepted.account === ports.account()) listeners.forEach((listener) => listener(accepted))
        }),
        ports.onChance((anew) => {
          void look()
          sender.wake(anew)
        }),
      ]
      const stopped = new AbortController()
      void changed(false)
      void (async () => {
        while ((await settleReading()) && !stopped.signal.aborted) await ports.sleep(READING_MS, stopped.signal)
      })().catch(() => null)
      void sweep().catch(() => null)
      return () => {
        stops.forEach((stop) => stop())
        stopped.abort()
        sender.stop()
      }
    },
  }
}

const inOrder = (items: readonly OutboxItem[]): readonly OutboxItem[] =>
  items.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
/** The item is not finished. */
export const waits = ({ state }: OutboxItem): boolean => state !== 'up' && state !== 'accepted'
export const isIn =
  (slot: Slot) =>
  (item: OutboxItem): item is FileItem =>
    isFile(item) && isSameForm(item.slot, slot) && item.slot.field === slot.field
