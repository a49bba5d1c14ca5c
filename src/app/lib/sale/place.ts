import type { InfiniteData } from '@tanstack/react-query'
import type { PageData } from '../../../contract/pages.ts'
import type { Client } from '../../../client/client.ts'
import type { Queries } from '../client.ts'
import type { AnswerOf } from '../../../client/calls/index.ts'
import { practiceQuery, schedulesQuery } from './queries.ts'

type Answer = AnswerOf<'scheduleList'>
/** Public answers delivered with the home page, used until the reader's own are loaded. */
interface Place {
  readonly at: number
  readonly schedules: InfiniteData<Answer, number>
  readonly practice: Answer
}

/** Younger than this it is as good as an answer. */
const FRESH_MS = 30_000

interface Written {
  place: Place | null
}
const createWritten = (): Written => ({ place: null })
export const inPlace = (client: Client): Place | null => client.part(createWritten).place

/** The home page's answers, in the order in which `PageData` carries them. */
export const homeAnswers = (schedules: unknown, practice: unknown): PageData['answers'] => [
  { key: schedulesQuery.queryKey, data: { pages: [schedules], pageParams: [1] } },
  { key: practiceQuery.queryKey, data: practice },
]

export function setWritten(queries: Queries, { at, known, answers }: PageData, now: number): void {
  const [schedules, practice] = answers
  // Both come from the server's writer, which is built from this very file.
  queries.client.part(createWritten).place = {
    at,
    schedules: schedules?.data as Place['schedules'],
    practice: practice?.data as Answer,
  }
  // Signed-in readers have answers of their own; of an older page this device may know more by now.
  if (known || now - at > FRESH_MS) return
  for (const { key, data } of answers) queries.setQueryData(key, data, { updatedAt: at })
}
