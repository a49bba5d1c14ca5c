/** The `code` of an answer's body. 200 succeeds; a missing code counts as 200 (spec §8). */
export const CODE = {
  ok: 200,
  invalid: 400,
  unauthorised: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  unsupported: 415,
  misdirected: 421,
  tooMany: 429,
  failed: 500,
  unavailable: 503,
  refused: 601,
  shown: 200002,
} as const
export type Code = (typeof CODE)[keyof typeof CODE]

export type { AnyReason } from './reasons.ts'
