import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf, RowOf } from '../../../client/calls/index.ts'
import type { IconName } from '../Icon.tsx'
import { Mark, type MarkTone } from '../Mark.tsx'

type Status = RowOf<'contractList'>['status']
type PaymentState = AnswerOf<'contractPayments'>['claims'][number]['state']
type OrderState = RowOf<'orderList'>['state']

interface Look {
  readonly tone: MarkTone
  readonly icon: IconName
  readonly name: MessageDescriptor
}

/** Contract signing status (spec §4). */
export const CONTRACT: Readonly<Record<Status, Look>> = {
  0: { tone: 'warn', icon: 'clock', name: msg`Waiting for buyer to sign` },
  1: { tone: 'warn', icon: 'clock', name: msg`Waiting for seller to sign` },
  2: { tone: 'brand', icon: 'search', name: msg`Platform verifying` },
  3: { tone: 'good', icon: 'check', name: msg`Signing complete` },
  4: { tone: 'bad', icon: 'cross', name: msg`Signing terminated` },
}

export const ORDER: Readonly<Record<OrderState, Look>> = {
  unsigned: { tone: 'warn', icon: 'doc', name: msg`No contract yet` },
  contract: { tone: 'brand', icon: 'clock', name: msg`Contract being signed` },
  complete: { tone: 'good', icon: 'check', name: msg`Contract complete` },
  held: { tone: 'warn', icon: 'pause', name: msg({ context: 'deal', message: 'On hold' }) },
  cancelled: { tone: 'bad', icon: 'cross', name: msg`Deal cancelled` },
}

/** State of a claim under a contract, as of today. */
const PAYMENT: Readonly<Record<PaymentState, Look>> = {
  notYetDue: { tone: 'calm', icon: 'clock', name: msg({ context: 'payment', message: 'Not due yet' }) },
  due: { tone: 'warn', icon: 'clock', name: msg({ context: 'payment', message: 'Due soon' }) },
  partlyReceived: { tone: 'brand', icon: 'clock', name: msg({ context: 'payment', message: 'Partly received' }) },
  received: { tone: 'good', icon: 'check', name: msg({ context: 'payment', message: 'Received' }) },
  overdue: { tone: 'bad', icon: 'alert', name: msg({ context: 'payment', message: 'Overdue' }) },
  released: { tone: 'calm', icon: 'cross', name: msg({ context: 'payment', message: 'Released' }) },
}

function Shown({ look: { tone, icon, name } }: { readonly look: Look }) {
  const { i18n } = useLingui()
  return (
    <Mark tone={tone} icon={icon}>
      {i18n._(name)}
    </Mark>
  )
}

export const ContractMark = ({ status }: { readonly status: Status }) => <Shown look={CONTRACT[status]} />
export const OrderMark = ({ state }: { readonly state: OrderState }) => <Shown look={ORDER[state]} />

export const PaymentMark = ({ state }: { readonly state: PaymentState }) => <Shown look={PAYMENT[state]} />

/** Marks a contract whose next step is the reader's. */
export const MineMark = () => (
  <Mark tone="bad" icon="bell">
    <Trans>Waiting for you</Trans>
  </Mark>
)

export const HoldMark = () => (
  <Mark tone="warn" icon="pause">
    <Trans context="deal">On hold</Trans>
  </Mark>
)
