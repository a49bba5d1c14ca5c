import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { filesOf } from '../../client/calls/files.ts'
import { clientOf } from './client.ts'

/** A private document: kept in memory while it is shown, never stored on the device (design §5). */
const fileQuery = (path: string) =>
  queryOptions({
    queryKey: ['file', path],
    queryFn: ({ client, signal }) => filesOf(clientOf(client)).fetchFile(path, signal),
    meta: { fleeting: true },
    // A path always has the same content.
    staleTime: Infinity,
    gcTime: 60_000,
  })

/** An object URL for bytes in memory, valid while the component shows them. */
export function useObjectUrl(blob: Blob | undefined): string | null {
  const [made, setMade] = useState<{ readonly blob: Blob; readonly url: string } | null>(null)
  useEffect(() => {
    if (!blob) return
    const url = URL.createObjectURL(blob)
    // oxlint-disable-next-line react/set-state-in-effect -- an address is made and taken back like a listener
    setMade({ blob, url })
    return () => URL.revokeObjectURL(url)
  }, [blob])
  return made !== null && made.blob === blob ? made.url : null
}

export function usePrivateFile(path: string) {
  const read = useQuery(fileQuery(path))
  const url = useObjectUrl(read.data)
  return { url, read }
}
