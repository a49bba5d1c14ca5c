import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '../api/index.ts'
import { practiceQuery, schedulesQuery } from './queries.ts'

type Answer = AnswerOf<'scheduleList'>
/** What came with the page: what everybody may know, for as long as there is no answer of one's own. */
interface Place {
  readonly at: number
  readonly schedules: InfiniteData<Answer, number>
  readonly practice: Answer
}
export interface Written {
  readonly at: number
  readonly known: boolean
  readonly schedules: Answer
  readonly practice: Answer
}

/** Younger than this it is as good as an answer. */
const FRESH_MS = 30_000

let place: Place | null = null
export const inPlace = (): Place | null => place

export function setWritten(client: QueryClient, { at, known, schedules, practice }: Written, now: number): void {
  place = { at, practice, schedules: { pages: [schedules], pageParams: [1] } }
  // Who has signed in has answers of his own; and of an older page this device may know more by now.
  if (known || now - at > FRESH_MS) return
  const updatedAt = { updatedAt: at }
  client.setQueryData(schedulesQuery.queryKey, place.schedules, updatedAt)
  client.setQueryData(practiceQuery.queryKey, practice, updatedAt)
}
