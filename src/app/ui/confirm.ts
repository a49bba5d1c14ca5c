import type { Client } from '../../client/client.ts'
import { createStore, type Store } from '../../client/store.ts'

interface Question {
  /** Without a title: "System notice". */
  readonly title?: string
  /** The consequence of confirming. */
  readonly text: string
  /** What to read first; it opens in a window of its own, so that the question stays. */
  readonly reading?: { readonly href: string; readonly name: string }
  /** The act itself, e.g. "Strike the bid"; by default "Confirm". */
  readonly confirmLabel?: string
  readonly danger?: boolean
}
export interface Asked extends Question {
  readonly answer: (yes: boolean) => void
}

/** The question on screen; `ConfirmHost` draws it. */
export const questionOf = (client: Client): Store<Asked | null> => client.part(createQuestion)

const createQuestion = (): Store<Asked | null> => createStore<Asked | null>(null)

/**
 * Asks before an irreversible act: `if (await confirm(client, { text })) …`. A second question answers the first with
 * no.
 */
export function confirm(client: Client, question: Question): Promise<boolean> {
  const asked = questionOf(client)
  asked.get()?.answer(false)
  return new Promise((resolve) => {
    asked.set({
      ...question,
      answer: (yes) => {
        asked.set(null)
        resolve(yes)
      },
    })
  })
}
