import { afterAll, expect } from 'vitest'

/** More than any work takes that ends by itself. */
const TURNS = 50

/** The files of a worker share a process: a loop that one leaves behind would run beside all later ones. */
afterAll(async () => {
  for (let turns = 0; turns < TURNS; turns += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(process.getActiveResourcesInfo(), 'no loop of setImmediate is left').not.toContain('Immediate')
})
