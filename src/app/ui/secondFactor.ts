import type { Client } from '../../client/client.ts'
import { createStore, type Store } from '../../client/store.ts'
import { ApiError } from '../../client/calls/errors.ts'

interface Question {
  /** The former answer did not fit. */
  readonly wrong: boolean
  /** `null`: the act is given up. */
  readonly answer: (second: string | null) => void
}

/** The question on screen; `SecondFactorHost` draws it. */
export const secondFactorOf = (client: Client): Store<Question | null> => client.part(createQuestion)

const createQuestion = (): Store<Question | null> => createStore<Question | null>(null)

const ask = (client: Client, wrong: boolean): Promise<string | null> =>
  new Promise((resolve) => {
    const asked = secondFactorOf(client)
    asked.get()?.answer(null)
    asked.set({
      wrong,
      answer: (second) => {
        asked.set(null)
        resolve(second)
      },
    })
  })

/** Makes a call; when the server wants the second factor for it, asks for that and makes it again. */
export async function withSecondFactor<T>(client: Client, call: (second?: string) => Promise<T>): Promise<T> {
  let second: string | undefined
  for (;;) {
    try {
      return await call(second)
    } catch (error) {
      const reason = error instanceof ApiError ? error.reason : null
      if (reason !== 'auth.second_factor' && reason !== 'auth.second_factor_wrong') throw error
      const given = await ask(client, reason === 'auth.second_factor_wrong')
      if (given === null) throw error
      second = given
    }
  }
}
