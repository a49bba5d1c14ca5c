import { hashKey, type DataTag, type QueryKey } from '@tanstack/react-query'
import type { PageData } from '../../contract/pages.ts'
import type { Client } from '../../client/client.ts'
import { useClient, type Queries } from './client.ts'
import { setWrittenAt } from './clock/useNow.ts'

/** Younger than this, a written answer is as good as a fetched one. */
const FRESH_MS = 30_000

interface Written<T> {
  readonly at: number
  readonly data: T
}
const writtenOf = (client: Client): Map<string, Written<unknown>> => client.part(createWritten)
const createWritten = (): Map<string, Written<unknown>> => new Map()

/**
 * Gives the app the answers and the time of a page that the server wrote. An answer that a signed-in reader would get
 * otherwise, or that this device may know better by now, is shown only until the reader's own has come.
 */
export function fillPage(queries: Queries, { at, known, answers }: PageData, now: number): void {
  setWrittenAt(queries.client, Math.floor(at / 1000) * 1000)
  for (const { key, data, personal } of answers) {
    if (personal) writtenOf(queries.client).set(hashKey(key), { at, data })
    if (!personal || (!known && now - at <= FRESH_MS)) queries.setQueryData(key, data, { updatedAt: at })
  }
}

/** The answer that the server wrote into this page, for as long as there is no other. */
export function useWrittenAnswer<T>(key: DataTag<QueryKey, T, Error>): Written<T> | null {
  // The server's writer is built from the query that asks here, so the type is that of its answer.
  return (writtenOf(useClient()).get(hashKey(key)) as Written<T> | undefined) ?? null
}
