import { afterAll } from 'vitest'

/** Turns of the event loop that work which ends by itself may take. */
const TURNS = 50

/** The files of a worker share a process: a loop that one leaves behind would run beside all later ones. */
afterAll(async () => {
  for (let turns = 0; turns < TURNS; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    if (!process.getActiveResourcesInfo().includes('Immediate')) return
  }
  throw new Error('a loop of setImmediate is left')
})
