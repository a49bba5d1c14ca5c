import type { User } from './user.ts'

/** What stands between a user and the sales: the next thing that somebody has to do. */
export type WayIn =
  /** His: the company's form. */
  | 'certify'
  /** The operator's: to look at it. */
  | 'wait'
  /** The operator's: no service agreement was generated yet. */
  | 'draw'
  /** His: the service agreement. */
  | 'sign'
  | 'ready'
  | 'suspended'

export function wayIn({ status, agreementStatus }: Pick<User, 'status' | 'agreementStatus'>): WayIn {
  switch (status) {
    case 0:
      return 'suspended'
    case 2:
      return 'certify'
    case 3:
      return 'wait'
    case 4:
      return agreementStatus === 1 ? 'ready' : agreementStatus === 2 ? 'sign' : 'draw'
  }
}

/** How far that is, of the four steps; past the last when he is in. */
export const stepOf = (way: Exclude<WayIn, 'suspended'>): number =>
  ({ certify: 1, wait: 2, draw: 3, sign: 3, ready: 5 })[way]
