import { hashKey, type DataTag, type QueryKey } from '@tanstack/react-query'
import type { PageData } from '../../contract/pages.ts'
import type { Client } from '../../client/client.ts'
import { useClient, type Queries } from './client.ts'
import { setWrittenAt } from './clock/useNow.ts'

/** A written answer younger than this is as good as a fetched one. */
const FRESH_MS = 30_000

interface Written<T> {
  readonly at: number
  readonly data: T
}
const writtenOf = (client: Client): Map<string, Written<unknown>> => client.part(createWritten)
const createWritten = (): Map<string, Written<unknown>> => new Map()

/**
 * Passes the answers and the time of a server-written page to the app. An answer that is different for a signed-in
 * reader, or that this device may have a newer copy of, is shown only until the reader's own arrives.
 */
export function fillPage(queries: Queries, { at, known, answers }: PageData, now: number): void {
  setWrittenAt(queries.client, Math.floor(at / 1000) * 1000)
  for (const { key, data, personal } of answers) {
    if (personal) writtenOf(queries.client).set(hashKey(key), { at, data })
    if (!personal || (!known && now - at <= FRESH_MS)) queries.setQueryData(key, data, { updatedAt: at })
  }
}

/** The answer that the server wrote into this page; only for use while the query has no other. */
export function useWrittenAnswer<T>(key: DataTag<QueryKey, T, Error>): Written<T> | null {
  // The server's writer uses the same query, so the answer has its type.
  return (writtenOf(useClient()).get(hashKey(key)) as Written<T> | undefined) ?? null
}
