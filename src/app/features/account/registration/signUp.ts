import { ApiError, isTransport, type AnswerOf, type SentBy } from '../../../../client/calls/index.ts'

type Body = SentBy<'register'>['body']
type Token = AnswerOf<'register'>

interface Calls {
  readonly register: (body: Body) => Promise<Token>
  readonly login: (body: SentBy<'login'>['body']) => Promise<Token>
}

/** What the server says of an account that was made a moment ago. */
const AGAIN = new Set(['account.taken', 'account.phone_taken', 'account.email_taken', 'code.spent', 'code.wrong'])

/**
 * On a weak link the answer to a registration may be lost though the account was made. The next try is then refused
 * because of the first; whoever knows the new account's password is its owner, and is signed in.
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
        // The refusal stands when it was somebody else's account after all.
        return await login({ account, password: body.password }).catch(() => Promise.reject(error))
      }
      throw error
    }
  }
}
