import { createStore } from '../../client/store.ts'

interface Question {
  /** Without one: "System notice". */
  readonly title?: string
  /** What will happen. */
  readonly text: string
  /** The deed itself, e.g. "Strike the bid"; without it "Confirm". */
  readonly confirmLabel?: string
  readonly danger?: boolean
}
interface Asked extends Question {
  readonly answer: (yes: boolean) => void
}

/** The question on screen; `ConfirmHost` draws it. */
export const asked = createStore<Asked | null>(null)

/**
 * Asks before something that cannot be taken back: `if (await confirm({ text })) …`. A second question ends the first
 * with no.
 */
export function confirm(question: Question): Promise<boolean> {
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
