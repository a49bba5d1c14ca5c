import { createStore } from '../../client/store.ts'

/** What a reload would disturb. `room`: a lot is open, or a bid has no answer yet. */
export type Work = 'form' | 'room'

export const held = createStore<Readonly<Record<Work, number>>>({ form: 0, room: 0 })

/** Returns how to let go; more than once is once. */
export function holdWork(work: Work): () => void {
  const change = (by: number): void => held.set({ ...held.get(), [work]: held.get()[work] + by })
  change(1)
  let open = true
  return () => {
    if (open) change(-1)
    open = false
  }
}

export const holds = (work: Work): boolean => held.get()[work] > 0
