import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { userQuery } from '../../lib/user.ts'
import { agreementQuery, type CompanyInfo } from './queries.ts'

/** Refetches everything that shows the old status, once the operator has decided. */
export function useFollowStatus(info: CompanyInfo | undefined): void {
  const queries = useQueryClient()
  const status = info?.status
  const agreementStatus = info?.agreementStatus
  useEffect(() => {
    if (status === undefined) return
    const known = queries.getQueryData(userQuery.queryKey)
    if (!known || (known.status === status && known.agreementStatus === agreementStatus)) return
    for (const queryKey of [userQuery.queryKey, agreementQuery.queryKey, ['lots'], ['schedules']])
      void queries.invalidateQueries({ queryKey })
  }, [queries, status, agreementStatus])
}
