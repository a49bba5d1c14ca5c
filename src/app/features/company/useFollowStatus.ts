import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { userQuery } from '../../lib/user.ts'
import { agreementQuery, type CompanyInfo } from './queries.ts'

/** The operator has decided while one waited: whatever else shows the old status asks anew. */
export function useFollowStatus(info: CompanyInfo | undefined): void {
  const client = useQueryClient()
  const status = info?.status
  const agreementStatus = info?.agreementStatus
  useEffect(() => {
    if (status === undefined) return
    const known = client.getQueryData(userQuery.queryKey)
    if (!known || (known.status === status && known.agreementStatus === agreementStatus)) return
    for (const queryKey of [userQuery.queryKey, agreementQuery.queryKey, ['lots'], ['schedules']])
      void client.invalidateQueries({ queryKey })
  }, [client, status, agreementStatus])
}
