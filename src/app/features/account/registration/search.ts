export type Step = 1 | 2 | 3

/** The query of /register: the step, so that back and reload work between steps. */
interface RegisterSearch {
  readonly step?: Exclude<Step, 1>
}

export function registerSearch({ step }: Record<string, unknown>): RegisterSearch {
  const read = Number(step)
  return read === 2 || read === 3 ? { step: read } : {}
}
