/** The query of /forgotPassword. A pass to set a new password is never in it. */
interface RecoverySearch {
  readonly step?: 2 | 3
}

export function recoverySearch({ step }: Record<string, unknown>): RecoverySearch {
  const read = Number(step)
  return read === 2 || read === 3 ? { step: read } : {}
}
