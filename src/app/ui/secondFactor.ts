import type { Client } from '../../client/client.ts'
import { createStore, type Store } from '../../client/store.ts'
import { ApiError } from '../../client/calls/errors.ts'

interface Question {
  /** The previous answer was wrong. */
  readonly wrong: boolean
  /** `null`: the person gives up the act. */
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

/** Makes a call. If the server asks for the second factor, the person enters it and the call is repeated. */
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
