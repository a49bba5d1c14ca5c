import type { Client } from '../client.ts'
import { createStore, type Store } from '../store.ts'
import type { Outbox } from './outbox.ts'

/** This client's outbox; null until its code is loaded. */
export const outboxHereOf = (client: Client): Store<Outbox | null> => client.part(createOutboxHere)

const createOutboxHere = (): Store<Outbox | null> => createStore<Outbox | null>(null)

/** Loads the outbox with the first form, or when the page of a signed-in person is quiet: a visitor has none. */
export async function needOutbox(client: Client): Promise<Outbox> {
  const { outboxOf } = await import('./browser.ts')
  const here = outboxHereOf(client)
  const known = here.get()
  if (known) return known
  const outbox = outboxOf(client)
  outbox.start()
  here.set(outbox)
  return outbox
}
