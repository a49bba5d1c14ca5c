import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createClients } from '../../src/client/calls/clients.ts'
import { createExchange } from '../../src/client/calls/exchange.ts'
import { ApiError } from '../../src/client/calls/errors.ts'
import type { Device } from '../../src/client/device/device.ts'
import { FORM_CALLS } from '../../src/client/outbox/items.ts'
import { createOutbox, type Outbox, type OutboxMessage, type OutboxPorts } from '../../src/client/outbox/outbox.ts'
import type { FormAttempt } from '../../src/client/outbox/sender.ts'
import { openOutboxStore } from '../../src/client/outbox/store.ts'
import { createFileSender } from '../../src/client/outbox/tus.ts'
import { CODE } from '../../src/contract/codes.ts'

/** One device whose tabs hear each other, and where one of them sends at a time. */
export class OutboxDevice {
  url: string
  signedIn: { readonly account: string; readonly token: string } | null
  /** The account that the device remembers after the sign-in has ended. */
  account: string | null
  /** Whether the server's answers reach the sender. */
  answers = true
  signedOut = 0
  endedAccount: string | null = null
  badge = 0
  /** How often the browser was asked to wake the page with the link. */
  wakesAsked = 0
  readonly sentForms: string[] = []
  #queue: Promise<unknown> = Promise.resolve()
  readonly #tabs = new Set<(message: OutboxMessage, from: object) => void>()
  readonly #chances = new Set<(anew: boolean) => void>()

  constructor(url: string, signedIn: { readonly account: string; readonly token: string }) {
    this.url = url
    this.signedIn = signedIn
    this.account = signedIn.account
  }

  chance(anew = true): void {
    for (const run of this.#chances) run(anew)
  }

  openTab(device: Device, of: Partial<OutboxPorts> = {}): { readonly outbox: Outbox; readonly kill: () => void } {
    const self = {}
    let dead = false
    const { fetch: web } = globalThis
    const fetched: typeof fetch = async (input, init) => {
      if (dead) return new Promise(() => undefined)
      const answer = await web(input, init)
      if (!this.answers) throw new TypeError('the answer was lost')
      return answer
    }
    const ports: OutboxPorts = {
      account: () => this.account,
      isSignedIn: () => this.signedIn !== null,
      endedAccount: () => this.endedAccount,
      credentials: () => Promise.resolve(dead ? null : this.signedIn),
      store: (account) => openOutboxStore(device, account),
      files: createFileSender({
        origin: this.url,
        fetch: fetched,
        locale: () => 'zh',
        now: () => performance.now(),
      }),
      sendForm: async (form, body, by): Promise<FormAttempt> => {
        const exchange = createExchange({
          clients: createClients({ origin: this.url, fetch: fetched }),
          locale: 'zh',
          emit: () => undefined,
        })
        this.sentForms.push(form.id)
        try {
          const bearers = { seller: by.token, venue: null }
          await exchange(FORM_CALLS[form.form], { body }, bearers, { signal: by.signal, onceKey: form.id })
          return { kind: 'accepted' }
        } catch (error) {
          if (!(error instanceof ApiError)) return { kind: 'broken', error: { kind: 'link' } }
          if (error.code === CODE.unauthorised) return { kind: 'signedOut' }
          const { code, reason, msg, errors } = error
          return { kind: 'refused', error: { kind: 'server', code, reason, msg, errors } }
        }
      },
      alone: async (work) => {
        const turn = this.#queue.then(() => (dead ? undefined : work()))
        this.#queue = turn.catch(() => undefined)
        await turn
      },
      now: () => Date.now(),
      random: () => 0.01,
      sleep: async (ms, signal) => {
        await wait(ms, undefined, { signal }).catch(() => undefined)
      },
      newId: () => crypto.randomUUID(),
      shrink: (picture) => Promise.resolve(picture),
      sha256: (bytes) => Promise.resolve(createHash('sha256').update(Buffer.from(bytes)).digest('hex')),
      signedOut: () => {
        this.signedOut += 1
        this.signedIn = null
      },
      unreachable: () => undefined,
      post: (message) => this.#tabs.forEach((hear) => hear(message, self)),
      listen: (onMessage) => {
        const hear = (message: OutboxMessage, from: object): void => {
          if (from !== self && !dead) onMessage(message)
        }
        this.#tabs.add(hear)
        return () => this.#tabs.delete(hear)
      },
      onChance: (run) => {
        this.#chances.add(run)
        return () => this.#chances.delete(run)
      },
      badge: (count) => {
        this.badge = count
      },
      keepForGood: () => undefined,
      wakeWhenOnline: () => {
        this.wakesAsked += 1
      },
      giveUp: () => undefined,
      ...of,
    }
    const outbox = createOutbox(ports)
    const stop = outbox.start()
    return {
      outbox,
      /** The process is gone: nothing of it runs any more. */
      kill: () => {
        dead = true
        stop()
        this.#queue = Promise.resolve()
      },
    }
  }
}
