import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../../client/calls/index.ts'
import { TRADE } from './queries.ts'

/** The room of contracts said no: it stands otherwise than it did when it was read. */
export const isContractRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.reason?.startsWith('contract.') === true

/** After any act everything about the deal is read anew, on this side and on the operator's. */
export function useRenew() {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      [TRADE, ['desk', 'contracts']].map((queryKey) => queries.invalidateQueries({ queryKey: [...queryKey] })),
    )
}

/** One act on a contract; a refusal is shown in place, and the contract read again. */
export function useAct(done: () => void) {
  const renew = useRenew()
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const act = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    meta: { quiet: true },
    onMutate: () => setRefusal(null),
    onSuccess: async () => {
      done()
      await renew()
    },
    onError: async (error) => {
      if (!isContractRefusal(error)) return
      done()
      setRefusal(error)
      await renew()
    },
  })
  return { act, refusal }
}
