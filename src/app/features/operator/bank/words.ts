import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { MarkTone } from '../../../ui/Mark.tsx'
import type { BankEntry } from './queries.ts'

/** Why an entry of the bank waits. */
export const REASON: Readonly<Record<NonNullable<BankEntry['reason']>, MessageDescriptor>> = {
  noReference: msg`No reference of ours in its texts`,
  several: msg`Several references in its texts`,
  currency: msg`Another currency than the one asked for`,
  over: msg`More than what is open`,
  payer: msg`Another payer than the company`,
  ended: msg`The sale is over`,
  batch: msg`A batch whose details do not add up`,
  reversal: msg`A reversal: no single entry that it takes back was found`,
  refused: msg`It could not be recorded`,
}

export const STATE: Readonly<Record<BankEntry['state'], readonly [MarkTone, MessageDescriptor]>> = {
  waiting: ['warn', msg({ context: 'bank', message: 'Waiting' })],
  recorded: ['good', msg({ context: 'bank', message: 'Recorded' })],
  reversed: ['bad', msg({ context: 'bank', message: 'Reversed by the bank' })],
  left: ['calm', msg({ context: 'bank', message: 'Left' })],
}
