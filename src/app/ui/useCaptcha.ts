import { useQuery } from '@tanstack/react-query'

import { useClient } from '../lib/client.ts'
export interface Picture {
  readonly uuid: string
  /** A data URL; null while none is loaded. */
  readonly img: string | null
  readonly state: 'here' | 'coming' | 'failed'
  /** Fetches a new picture: each can be used once, whether the answer was right or wrong. */
  readonly renew: () => void
}

/** `place`: the form of the captcha. Two forms do not share a picture. */
export function useCaptcha(place: string): Picture {
  const client = useClient()
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['captcha', place],
    queryFn: ({ signal }) => client.calls.send('captcha', {}, { signal }),
    // A captcha expires after five minutes and must never come from a cache.
    meta: { fleeting: true },
    gcTime: 0,
    staleTime: 4 * 60_000,
    refetchOnWindowFocus: false,
    retry: 1,
  })
  return {
    uuid: data?.uuid ?? '',
    img: data?.img ?? null,
    state: isFetching ? 'coming' : isError ? 'failed' : data ? 'here' : 'coming',
    renew: () => void refetch({ cancelRefetch: true }),
  }
}
