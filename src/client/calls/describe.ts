import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { CODE } from '../../contract/codes.ts'
import { storageTrouble } from '../device/trouble.ts'
import { ApiError, HttpStatusError, InBetweenError, NetworkError, OfflineError, TimeoutError } from './errors.ts'

/** The three kinds of the error catalogue (spec §8): an error message, a warning message, an error notification. */
export type ProblemKind = 'error' | 'warning' | 'notification'

export interface Described {
  readonly kind: ProblemKind
  readonly tone: 'bad' | 'warn'
  readonly title: string
  /** A toast shows the code of an unexplained answer below its title, for customer service. */
  readonly text?: string
  /** A notice announces it for 5 seconds, so a form that shows it does not announce it again. */
  readonly passing?: true
}

/** A message that has only a title. */
export const describedAs = (kind: 'error' | 'warning', title: string): Described => ({
  kind,
  tone: kind === 'warning' ? 'warn' : 'bad',
  title,
})

/** Link or system failed, not what was asked. */
const passing = (title: string): Described => ({ ...describedAs('error', title), passing: true })

const EXPIRED = msg`The session is invalid or has expired. Please sign in again.`
const OFFLINE = msg`You are offline: nothing was sent. Try again when the link is back.`
const NETWORK = msg`Connection problem: no answer from the server.`
const TIMEOUT = msg`The system interface request timed out.`
const FULL = msg`This device is out of storage: nothing was sent, and what you typed stays here. Free up space and try again.`
const UNKNOWN = msg`Something went wrong in this page.`

/** The message for an answer by a firewall, a proxy or a login page; `status`: the HTTP status of that answer. */
export const inBetween = (status: number): MessageDescriptor =>
  msg`Something between this device and our server answered instead of it (${status}). Try again, or use another network.`

/** The message for a failed call (spec §8). The server's own text is preferred. */
export function describeError(error: unknown, i18n: I18n): Described {
  const say = (message: MessageDescriptor): string => i18n._(message)
  if (error instanceof ApiError) {
    const { code } = error
    const title = error.msg || say(UNKNOWN)
    if (code === CODE.unauthorised) return describedAs('error', endsSignIn(error) ? say(EXPIRED) : title)
    if (code === CODE.refused) return describedAs('warning', title)
    if (code === CODE.failed) return passing(title)
    if (code === CODE.shown && error.client === 'seller') return describedAs('error', title)
    return { kind: 'notification', tone: 'bad', title, ...(!error.reason && { text: say(msg`Code ${code}`) }) }
  }
  if (error instanceof OfflineError) return describedAs('warning', say(OFFLINE))
  if (error instanceof NetworkError) return passing(say(NETWORK))
  if (error instanceof TimeoutError) return passing(say(TIMEOUT))
  if (error instanceof InBetweenError) return passing(say(inBetween(error.status)))
  if (error instanceof HttpStatusError) {
    const { status } = error
    return passing(say(msg`System interface ${status} exception.`))
  }
  if (storageTrouble(error) === 'full') return describedAs('warning', say(FULL))
  return describedAs('error', say(UNKNOWN))
}

/** True if the refusal ends the sign-in. A wrong password is a 401 too, but ends none. */
export const endsSignIn = ({ code, reason }: ApiError): boolean =>
  code === CODE.unauthorised && reason !== 'auth.wrong_credentials' && reason !== 'auth.too_many_attempts'
