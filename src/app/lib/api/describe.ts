import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { CODE } from '../../../contract/codes.ts'
import { ApiError, HttpStatusError, NetworkError, OfflineError, TimeoutError } from './errors.ts'

export interface Described {
  readonly tone: 'bad' | 'warn'
  readonly title: string
  /** A notification says more than a message: which code it was, for whoever is asked for help. */
  readonly text?: string
}

const EXPIRED = msg`The session is invalid or has expired. Please sign in again.`
const OFFLINE = msg`You are offline: nothing was sent. Try again when the link is back.`
const NETWORK = msg`Connection problem: no answer from the server.`
const TIMEOUT = msg`The system interface request timed out.`
const UNKNOWN = msg`Something went wrong in this page.`

/** What a person reads about a failed call (spec §8). The server's own words come first where it had some. */
export function describeError(error: unknown, i18n: I18n): Described {
  const say = (message: MessageDescriptor): string => i18n._(message)
  if (error instanceof ApiError) {
    if (error.code === CODE.unauthorised && isSession(error)) return { tone: 'warn', title: say(EXPIRED) }
    const { code } = error
    const title = error.msg || say(UNKNOWN)
    if (code === CODE.refused) return { tone: 'warn', title }
    if (code === CODE.failed || code === CODE.unauthorised || (code === CODE.shown && error.client === 'seller'))
      return { tone: 'bad', title }
    return { tone: 'bad', title, text: say(msg`Code ${code}`) }
  }
  if (error instanceof OfflineError) return { tone: 'warn', title: say(OFFLINE) }
  if (error instanceof NetworkError) return { tone: 'bad', title: say(NETWORK) }
  if (error instanceof TimeoutError) return { tone: 'bad', title: say(TIMEOUT) }
  if (error instanceof HttpStatusError) {
    const { status } = error
    return { tone: 'bad', title: say(msg`System interface: exception ${status}.`) }
  }
  return { tone: 'bad', title: say(UNKNOWN) }
}

/** A wrong password is a 401 too, and no session ended by it. */
const isSession = ({ reason }: ApiError): boolean =>
  reason !== 'auth.wrong_credentials' && reason !== 'auth.too_many_attempts'
