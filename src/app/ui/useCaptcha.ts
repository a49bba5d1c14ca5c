import { useQuery } from '@tanstack/react-query'
import { send } from '../../client/calls/index.ts'

export interface Picture {
  readonly uuid: string
  /** A data URL; null while none is here. */
  readonly img: string | null
  readonly state: 'here' | 'coming' | 'failed'
  /** Each picture can be used once: after a use, right or wrong, it takes a new one. */
  readonly renew: () => void
}

/** `place`: the form it belongs to. Two forms do not share a picture. */
export function useCaptcha(place: string): Picture {
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['captcha', place],
    queryFn: ({ signal }) => send('captcha', {}, { signal }),
    // A picture lives for five minutes and must never come from a store.
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
