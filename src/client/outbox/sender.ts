import { SignedOut } from '../device/trouble.ts'
import { outboxAfter, type OutboxEvent } from './after.ts'
import type { FileItem, FormItem, OutboxItem } from './items.ts'
import { nextStep, retryDelay, withPaths } from './next.ts'
import type { OutboxStore } from './store.ts'
import type { Attempt, FileSender } from './tus.ts'

/** The signed-in account and its token. */
export interface Credentials {
  readonly account: string
  readonly token: string
}

export type FormAttempt = { readonly kind: 'accepted' } | Extract<Attempt, { kind: 'refused' | 'broken' | 'signedOut' }>

export interface SenderPorts {
  /** Null if signed out, or if the account is uncertain. */
  readonly credentials: () => Promise<Credentials | null>
  readonly store: (account: string) => OutboxStore
  readonly files: FileSender
  readonly sendForm: (form: FormItem, body: FormItem['body'], by: Credentials & Stopped) => Promise<FormAttempt>
  /** Runs `work` in only one tab of the device at a time. */
  readonly alone: (work: () => Promise<void>) => Promise<void>
  readonly now: () => number
  readonly random: () => number
  /** Resolves after that time, or at once on abort. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** An item has changed; `accepted`: the form that has reached the server. */
  readonly changed: (accepted?: FormItem) => void
  /** The server has refused the token. */
  readonly signedOut: () => void
  /** The server did not answer. */
  readonly unreachable: () => void
}
interface Stopped {
  readonly signal: AbortSignal
}

export interface Sender {
  /** An item may be due. `anew`: ignores retry times. */
  readonly wake: (anew?: boolean) => void
  /** Ends the current attempt if it is of that item. */
  readonly leave: (id: string) => void
  readonly stop: () => void
}

/** Sends the waiting items, one after another. */
export function createSender(ports: SenderPorts): Sender {
  const stopped = new AbortController()
  let pause = new AbortController()
  let running = false
  let again = false
  let impatient = false
  let current: { readonly id: string; readonly abort: AbortController } | null = null

  function wake(anew = false): void {
    if (stopped.signal.aborted) return
    impatient ||= anew
    again = true
    pause.abort()
    if (!running) void run()
  }

  async function run(): Promise<void> {
    running = true
    try {
      while (again && !stopped.signal.aborted) {
        again = false
        await ports.alone(loop)
      }
    } catch (error) {
      // The device failed: the account has left, or the database is gone. The next wake tries again.
      if (!(error instanceof SignedOut)) ports.changed()
    } finally {
      running = false
    }
  }

  async function loop(): Promise<void> {
    while (!stopped.signal.aborted) {
      pause = new AbortController()
      const by = await ports.credentials()
      if (!by || stopped.signal.aborted) return
      const store = ports.store(by.account)
      const step = nextStep(await store.all(), ports.now(), impatient)
      switch (step.do) {
        case 'nothing':
          impatient = false
          return
        case 'wait':
          await ports.sleep(step.until - ports.now(), AbortSignal.any([pause.signal, stopped.signal]))
          break
        case 'finish':
          await finish(store, step.form)
          break
        case 'giveBack':
          await apply(store, step.form, { type: 'refused', error: { kind: 'file' } })
          break
        case 'renew':
          await apply(store, step.file, { type: 'forgotten' })
          break
        case 'sendFile':
        case 'sendForm': {
          impatient = false
          const goOn =
            step.do === 'sendFile'
              ? await attempt(store, step.file, by, (signal) => sendFile(store, step.file, by, signal))
              : await attempt(store, step.form, by, (signal) =>
                  ports.sendForm(step.form, withPaths(step.form, step.files), { ...by, signal }),
                )
          if (!goOn) return
        }
      }
    }
  }

  async function apply(store: OutboxStore, { id }: OutboxItem, event: OutboxEvent): Promise<OutboxItem | null> {
    const after = await store.change(id, (item) => outboxAfter(item, event))
    ports.changed()
    return after
  }

  /** False if the sign-in has ended, so that nothing more can be sent. */
  async function attempt(
    store: OutboxStore,
    item: OutboxItem,
    { account }: Credentials,
    work: (signal: AbortSignal) => Promise<Attempt | FormAttempt | null>,
  ): Promise<boolean> {
    // The person may have taken the item back since it was read.
    const begun = await apply(store, item, { type: 'tried' })
    if (begun?.state !== 'sending') return true
    const abort = new AbortController()
    current = { id: item.id, abort }
    try {
      const ended = await work(AbortSignal.any([abort.signal, stopped.signal]))
      return ended === null || (await settle(store, item, ended))
    } catch (error) {
      if (!abort.signal.aborted && !stopped.signal.aborted) throw error
      await apply(store, item, { type: 'interrupted' })
      return (await ports.credentials())?.account === account
    } finally {
      current = null
    }
  }

  async function sendFile(
    store: OutboxStore,
    item: FileItem,
    { token }: Credentials,
    signal: AbortSignal,
  ): Promise<Attempt | null> {
    const bytes = await store.bytesOf(item.id)
    if (bytes === null) {
      // A cancel was killed half-way, which left the item without its bytes.
      await store.remove(item.id)
      ports.changed()
      return null
    }
    const tell = async (event: OutboxEvent): Promise<void> => {
      if ((await apply(store, item, event)) === null) leave(item.id)
    }
    return ports.files.send({ item, bytes, token, signal, tell })
  }

  async function settle(store: OutboxStore, item: OutboxItem, ended: Attempt | FormAttempt): Promise<boolean> {
    switch (ended.kind) {
      case 'arrived':
        await apply(store, item, { type: 'arrived', path: ended.path, at: ports.now() })
        return true
      case 'accepted':
        // The acceptance is stored first: the files are removed in a step of their own, which is repeated after a kill.
        await apply(store, item, { type: 'accepted' })
        return true
      case 'refused':
        await apply(store, item, { type: 'refused', error: ended.error })
        return true
      case 'signedOut':
        await apply(store, item, { type: 'interrupted' })
        ports.signedOut()
        return false
      case 'broken': {
        if (ended.error.kind === 'link' || ended.error.kind === 'between') ports.unreachable()
        const tries = (await store.all()).find(({ id }) => id === item.id)?.tries ?? 0
        const delay = Math.max(retryDelay(tries, ports.random), ended.afterMs ?? 0)
        await apply(store, item, { type: 'broken', retryAt: ports.now() + delay, error: ended.error })
        return true
      }
    }
  }

  async function finish(store: OutboxStore, form: FormItem): Promise<void> {
    for (const { id } of form.files) await store.remove(id)
    await store.remove(form.id)
    ports.changed(form)
  }

  function leave(id: string): void {
    if (current?.id === id) current.abort.abort()
  }

  return {
    wake,
    leave,
    stop: () => stopped.abort(),
  }
}
