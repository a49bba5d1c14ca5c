import type { User } from './user.ts'

/** The next step from a new account to trading, and the party that has to take it. */
export type WayIn =
  /** The user's turn: fill in the company's form. */
  | 'certify'
  /** The operator's turn: review the form. */
  | 'wait'
  /** The operator's turn: no service agreement has been generated yet. */
  | 'draw'
  /** The user's turn: sign the service agreement. */
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

/** Number of the step among four; beyond the last when all are done. */
export const stepOf = (way: Exclude<WayIn, 'suspended'>): number =>
  ({ certify: 1, wait: 2, draw: 3, sign: 3, ready: 5 })[way]
