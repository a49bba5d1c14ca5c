import { ApiError, isTransport, type AnswerOf, type SentBy } from '../../../../client/calls/index.ts'

type Body = SentBy<'register'>['body']
type Token = AnswerOf<'register'>

interface Calls {
  readonly register: (body: Body) => Promise<Token>
  readonly login: (body: SentBy<'login'>['body']) => Promise<Token>
}

/** Refusals that a previous, successful try may have caused. */
const AGAIN = new Set(['account.taken', 'account.phone_taken', 'account.email_taken', 'code.spent', 'code.wrong'])

/**
 * On a weak link the answer to a successful registration may be lost, and the next try is refused because of the first.
 * A person who knows the new account's password is its owner, so the client signs in.
 */
export function createSignUp({ register, login }: Calls): (body: Body) => Promise<Token> {
  let unsure: string | null = null
  return async (body) => {
    const account = body.account.trim()
    try {
      return await register(body)
    } catch (error) {
      if (isTransport(error)) unsure = account
      else if (error instanceof ApiError && AGAIN.has(error.reason ?? '') && unsure === account) {
        // The account belongs to another person after all, so the refusal is shown.
        return await login({ account, password: body.password }).catch(() => Promise.reject(error))
      }
      throw error
    }
  }
}
