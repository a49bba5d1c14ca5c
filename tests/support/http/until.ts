/** Waits for the fact itself. The test's own time limit is the limit. */
export async function until(fact: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await fact())) await new Promise((resolve) => setTimeout(resolve, 20))
}
