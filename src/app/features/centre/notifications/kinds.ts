import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { NotificationRow } from './queries.ts'

/** Names of the kinds of notifications, in the order of a deal. */
export const KIND_NAMES: Readonly<Record<NotificationRow['kind'], MessageDescriptor>> = {
  lotOpens: msg`Lots you watch open`,
  lotCloses: msg`A lot you watch closes`,
  outbid: msg`You are outbid while away`,
  bidRestored: msg`Your bid stands again`,
  bidStruck: msg`Your bid is struck`,
  lotWon: msg`You have won a lot`,
  lotSold: msg`Your lot is sold`,
  lotUnsold: msg`A lot is not sold`,
  lotWithdrawn: msg`A lot is withdrawn`,
  saleHeld: msg`A sale is on hold`,
  saleResumed: msg`A sale goes on`,
  salePostponed: msg`A sale is postponed`,
  saleCancelled: msg`A sale is cancelled`,
  saleSealed: msg`A sale is over, with its closing hash`,
  offerWaiting: msg`An offer waits for your answer`,
  dealToConfirm: msg`A deal waits for your yes`,
  offerEnded: msg`An offer has ended`,
  dealAsked: msg`The other party is asked for its yes`,
  dealLapsed: msg`No deal was made`,
  dealHeld: msg`A deal is on hold`,
  dealReleased: msg`A deal is no longer on hold`,
  dealCancelled: msg`A deal is cancelled`,
  standingLost: msg`You no longer take part in a sale`,
  ceilingLapsed: msg`A ceiling has lapsed`,
  contractWaiting: msg`A contract waits for you`,
  contractReturned: msg`A contract is returned`,
  contractTerminated: msg`A contract is terminated`,
  contractComplete: msg`A contract is complete`,
  depositDue: msg`Your deposit for a sale is awaited`,
  depositHeld: msg`Some of your deposit is held`,
  depositAnswered: msg`An objection to a held deposit is answered`,
  depositKept: msg`Some of your deposit is kept`,
  paymentDue: msg`A payment is due or overdue`,
  invoice: msg`An invoice is requested, issued or declined`,
  certification: msg`The result of your certification`,
}
/** Kinds that are always mailed separately, independent of these settings. */
export const MAILED_APART: ReadonlySet<NotificationRow['kind']> = new Set(['certification'])
