/** The query of /forgotPassword. It never contains the pass. */
interface RecoverySearch {
  readonly step?: 2 | 3
}

export function recoverySearch({ step }: Record<string, unknown>): RecoverySearch {
  const read = Number(step)
  return read === 2 || read === 3 ? { step: read } : {}
}
