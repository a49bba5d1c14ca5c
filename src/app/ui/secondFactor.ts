import type { Client } from '../../client/client.ts'
import { createStore, type Store } from '../../client/store.ts'
import { ApiError } from '../../client/calls/errors.ts'

interface Question {
  /** Why the previous answer was refused. */
  readonly refusal: string | null
  /** `null`: the person gives up the act. */
  readonly answer: (second: string | null) => void
}

/** The question on screen; `SecondFactorHost` draws it. */
export const secondFactorOf = (client: Client): Store<Question | null> => client.part(createQuestion)

const createQuestion = (): Store<Question | null> => createStore<Question | null>(null)

const ask = (client: Client, refusal: string | null): Promise<string | null> =>
  new Promise((resolve) => {
    const asked = secondFactorOf(client)
    asked.get()?.answer(null)
    asked.set({
      refusal,
      answer: (second) => {
        asked.set(null)
        resolve(second)
      },
    })
  })

const ASKED = /^auth\.second_factor(?:_wrong|_slow|_fast)?$/

/** Makes a call. If the server asks for the second factor, the person enters it and the call is repeated. */
export async function withSecondFactor<T>(client: Client, call: (second?: string) => Promise<T>): Promise<T> {
  let second: string | undefined
  for (;;) {
    try {
      return await call(second)
    } catch (error) {
      if (!(error instanceof ApiError) || !ASKED.test(error.reason ?? '')) throw error
      const given = await ask(client, error.reason === 'auth.second_factor' ? null : error.msg)
      if (given === null) throw error
      second = given
    }
  }
}
