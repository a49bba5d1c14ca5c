import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../lib/client.ts'

export interface Picture {
  readonly uuid: string
  /** A data URL; null while none is loaded, and with a question. */
  readonly img: string | null
  /** A question in words, in place of the picture; null: a picture. */
  readonly question: string | null
  readonly asks: boolean
  readonly state: 'here' | 'coming' | 'failed'
  /** Fetches another: each can be used once, whether the answer was right or wrong. */
  readonly renew: () => void
  /** Changes between picture and question. */
  readonly change: () => void
}

/** `place`: the form of the captcha. Two forms do not share a picture. */
export function useCaptcha(place: string): Picture {
  const client = useClient()
  const [asks, setAsks] = useState(false)
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['captcha', place, asks],
    queryFn: async ({ signal }) =>
      asks
        ? { img: null, ...(await client.calls.send('captchaQuestion', {}, { signal })) }
        : { question: null, ...(await client.calls.send('captcha', {}, { signal })) },
    // A captcha expires after 15 minutes and must never come from a cache.
    meta: { fleeting: true },
    gcTime: 0,
    staleTime: 14 * 60_000,
    refetchOnWindowFocus: false,
    retry: 1,
  })
  return {
    uuid: data?.uuid ?? '',
    img: data?.img ?? null,
    question: data?.question ?? null,
    asks,
    state: isFetching ? 'coming' : isError ? 'failed' : data ? 'here' : 'coming',
    renew: () => void refetch({ cancelRefetch: true }),
    change: () => setAsks((before) => !before),
  }
}

/** What to say where nothing was typed. */
export const askedFirst = ({ asks }: Picture): MessageDescriptor =>
  asks ? msg`Answer the question first.` : msg`Type the characters of the picture first.`
