import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../../client/calls/index.ts'
import { TRADE } from './queries.ts'

/** The server refused the act, because the contract has changed since it was read. */
export const isContractRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.reason?.startsWith('contract.') === true

/** Refetches everything about deals after an act, in the party's and in the operator's lists. */
export function useRenew() {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      [TRADE, ['desk', 'contracts']].map((queryKey) => queries.invalidateQueries({ queryKey: [...queryKey] })),
    )
}

/** Runs one act on a contract. A refusal is shown in place, and the contract is refetched. */
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
