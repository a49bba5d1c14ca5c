import { createStore } from './store.ts'

/** How many things here would suffer from a reload: forms that were typed in, a room whose lot is open. */
const held = createStore(0)

/** Returns how to let go; more than once is once. */
export function holdWork(): () => void {
  held.set(held.get() + 1)
  let open = true
  return () => {
    if (open) held.set(held.get() - 1)
    open = false
  }
}

export const hasWork = (): boolean => held.get() > 0
/** Calls `run` each time that something is held or let go. */
export const onWork = (run: () => void): (() => void) => held.subscribe(run)
