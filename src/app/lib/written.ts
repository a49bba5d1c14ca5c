import { hashKey, type DataTag, type QueryKey } from '@tanstack/react-query'
import type { PageData } from '../../contract/pages.ts'
import type { Client } from '../../client/client.ts'
import { useClient, type Queries } from './client.ts'
import { useAfterHydration } from './useAfterHydration.ts'
import { setWrittenAt } from './clock/useNow.ts'

/** A written answer younger than this is as good as a fetched one. */
const FRESH_MS = 30_000

interface Written<T> {
  readonly at: number
  /** The device's time when the page came, if that is earlier: what is fetched later is newer by any clock. */
  readonly since: number
  readonly data: T
}
/** The answers that the server wrote into this page, by the hash of their keys. */
export const writtenOf = (client: Client): Map<string, Written<unknown>> => client.part(createWritten)
const createWritten = (): Map<string, Written<unknown>> => new Map()

/**
 * Passes the answers and the time of a server-written page to the app. An answer that is different for a signed-in
 * reader, or that this device may have a newer copy of, is shown only until the reader's own arrives.
 */
export function fillPage(queries: Queries, { at, known, answers }: PageData, now: number): void {
  setWrittenAt(queries.client, Math.floor(at / 1000) * 1000)
  for (const { key, data, personal } of answers) {
    writtenOf(queries.client).set(hashKey(key), { at, since: Math.min(at, now), data })
    if (!personal || (!known && now - at <= FRESH_MS)) queries.setQueryData(key, data, { updatedAt: at })
  }
}

interface Answered<T> {
  readonly data: T | undefined
  readonly dataUpdatedAt: number
}

/**
 * A query's answer, or the one that the server wrote into this page where that is newer by more than a minute: the
 * written one lacks what concerns the reader, and pages ask anew each minute. While the page is hydrated the written one
 * alone, so that the first render matches.
 */
export function useNewest<T>({ data, dataUpdatedAt }: Answered<T>, key: DataTag<QueryKey, T, Error>): Answered<T> {
  // The server's writer uses the same query, so the answer has its type.
  const written = writtenOf(useClient()).get(hashKey(key)) as Written<T> | undefined
  const own = useAfterHydration(() => data)
  return written && (!own || dataUpdatedAt < written.since - 60_000)
    ? { data: written.data, dataUpdatedAt: written.at }
    : { data, dataUpdatedAt }
}
