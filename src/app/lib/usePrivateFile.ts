import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fetchFile } from './api/index.ts'

/** A document of somebody's: in memory while it is looked at, never kept on the device (design §5). */
export const fileQuery = (path: string) =>
  queryOptions({
    queryKey: ['file', path],
    queryFn: ({ signal }) => fetchFile(path, signal),
    meta: { fleeting: true },
    // What is stored under a path never changes.
    staleTime: Infinity,
    gcTime: 60_000,
  })

/** An address for bytes that are in memory, as long as somebody shows them. */
export function useObjectUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      setUrl(null)
      URL.revokeObjectURL(made)
    }
  }, [blob])
  return url
}

export function usePrivateFile(path: string) {
  const file = useQuery(fileQuery(path))
  const url = useObjectUrl(file.data)
  return { url, error: file.error, retry: () => void file.refetch() }
}
