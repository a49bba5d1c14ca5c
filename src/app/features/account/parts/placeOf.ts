import { ApiError } from '../../../../client/calls/index.ts'

/** The form field that each refusal of these calls belongs to. */
const PLACES = {
  'account.taken': 'account',
  'account.phone_taken': 'phone',
  'account.email_taken': 'email',
  'sms.overseas': 'phone',
  'code.wrong': 'verificationCode',
  'code.spent': 'verificationCode',
  'password.breached': 'password',
  'account.wrong_password': 'oldPassword',
} as const
type Place = (typeof PLACES)[keyof typeof PLACES]

const isPlaced = (reason: string): reason is keyof typeof PLACES => Object.hasOwn(PLACES, reason)

/** The field of a refusal; undefined if the refusal concerns the whole form. */
export function placeOf<K extends string>(
  error: unknown,
  value: Readonly<Record<K, unknown>>,
): (K & Place) | undefined {
  if (!(error instanceof ApiError) || error.reason === null || !isPlaced(error.reason)) return undefined
  const place = PLACES[error.reason]
  return isKeyOf(place, value) ? place : undefined
}

const isKeyOf = <K extends string>(key: string, value: Readonly<Record<K, unknown>>): key is K =>
  Object.hasOwn(value, key)
