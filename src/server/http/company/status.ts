import type { Company } from '../../store/accounts.ts'

/** 0 not generated, 1 in effect, 2 awaiting signature. */
export function agreementStatusOf(company: Pick<Company, 'agreementStatus'> | null): 0 | 1 | 2 {
  const status = company?.agreementStatus ?? 0
  return status === 1 || status === 2 ? status : 0
}
