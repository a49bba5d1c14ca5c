/** What lasts longer waits for a clock, and a look costs processor: from then on they are fewer. */
const OFTEN = 100

/** Waits for the fact itself; the test's own time limit is the limit. */
export async function until<T>(fact: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (let looks = 1; ; looks += 1) {
    const found = await fact()
    if (found !== null && found !== undefined && found !== false) return found
    await new Promise((resolve) => setTimeout(resolve, looks < OFTEN ? 20 : 60))
  }
}
