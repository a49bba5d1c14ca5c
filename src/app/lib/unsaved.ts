import type { Client } from '../../client/client.ts'
import { createStore, type Store } from '../../client/store.ts'

/** Work that a reload would lose or interrupt. `room`: a lot is open, or a bid has no answer yet. */
export type Work = 'form' | 'room'
type Held = Readonly<Record<Work, number>>

export const heldOf = (client: Client): Store<Held> => client.part(createHeld)

const createHeld = (): Store<Held> => createStore<Held>({ form: 0, room: 0 })

/** Returns the release function; releasing twice has no effect. */
export function holdWork(client: Client, work: Work): () => void {
  const held = heldOf(client)
  const change = (by: number): void => held.set({ ...held.get(), [work]: held.get()[work] + by })
  change(1)
  let open = true
  return () => {
    if (open) change(-1)
    open = false
  }
}

export const holds = (client: Client, work: Work): boolean => heldOf(client).get()[work] > 0
