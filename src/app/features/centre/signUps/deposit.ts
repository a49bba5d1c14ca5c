import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DepositStanding } from '../../../../domain/deposit.ts'
import type { MarkTone } from '../../../ui/Mark.tsx'
import type { SignUp } from './entry.ts'

export type Deposit = NonNullable<SignUp['deposit']>

export const DEPOSIT_STATES: Readonly<Record<DepositStanding, readonly [MarkTone, MessageDescriptor]>> = {
  awaited: ['warn', msg({ context: 'deposit', message: 'Awaited' })],
  partly: ['warn', msg({ context: 'deposit', message: 'Part is here' })],
  here: ['good', msg({ context: 'deposit', message: 'All here' })],
  returned: ['calm', msg({ context: 'deposit', message: 'Returned' })],
  kept: ['bad', msg({ context: 'deposit', message: 'Kept' })],
}

/** What has become of the deposit. A node of the release before says only what is open. */
export function depositSeen({ state, open, here = [], returned = [], kept = [] }: Deposit) {
  const isCovered = open.some(({ amount }) => Number(amount) === 0)
  return { state: state ?? (isCovered ? 'here' : 'awaited'), here, returned, kept } as const
}

/** Whether the company still has to pay. */
export const isDepositOpen = (deposit: Deposit): boolean => ['awaited', 'partly'].includes(depositSeen(deposit).state)
