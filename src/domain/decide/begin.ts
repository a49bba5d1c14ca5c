import type { Lot } from '../lot.ts'
import type { Draft } from './draft.ts'

/** B3: a command received at a lot's opening or later opens it, where the tick that opens it has not come yet. */
export function openIfDue(draft: Draft, { lot, status, clock }: Lot): void {
  if (status === 'scheduled' && clock !== null && draft.stamp >= clock.opensAt)
    draft.emit({ type: 'lot.opened', lot }, 'room')
}
