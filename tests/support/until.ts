/** Waits for the fact itself; the test's own time limit is the limit. */
export async function until<T>(fact: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (;;) {
    const found = await fact()
    if (found !== null && found !== undefined && found !== false) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
