export type Step = 1 | 2 | 3

/** What /register reads from its address: the step, so that the browser's own back and reload work between them. */
interface RegisterSearch {
  readonly step?: Exclude<Step, 1>
}

export function registerSearch({ step }: Record<string, unknown>): RegisterSearch {
  const read = Number(step)
  return read === 2 || read === 3 ? { step: read } : {}
}
