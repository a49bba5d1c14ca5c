import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { SIZE_FIELDS, moistureShown, sizeShown } from '../../../../contract/sizes.ts'
import type { LotId } from '../../../../domain/lot.ts'
import { formatDate } from '../../../lib/format/index.ts'
import { FIELDS } from '../../../ui/lotFields.ts'
import { useLot } from '../room/RoomContext.ts'
import { useLotSheet } from '../room/useCatalogue.ts'
import css from './LotTerms.module.css'
import { useClient } from '../../../lib/client.ts'

/** Further facts for a bidder: sizes, moisture, terms of trade. */
export function LotTerms({ id }: { readonly id: LotId }) {
  const client = useClient()
  const { t, i18n } = useLingui()
  const lot = useLot(id)
  const sheet = useLotSheet(id)
  if (!lot || !sheet) return null
  return (
    <dl className={css.terms} aria-label={t`Timber specification`}>
      {SIZE_FIELDS.map((key) => (
        <Term key={key} name={i18n._(FIELDS[key])}>
          {sizeShown(key, sheet)}
        </Term>
      ))}
      <Term name={i18n._(FIELDS.humidity)}>{moistureShown(sheet.humidity)}</Term>
      <Term name={<Trans>Incoterm</Trans>}>{[sheet.tradeClause, sheet.arrivalPort].filter(Boolean).join(' ')}</Term>
      <Term name={<Trans>Departure port</Trans>}>{sheet.departurePort}</Term>
      <Term name={<Trans>Delivery date</Trans>}>{formatDate(lot.deliveryDate, client.locale)}</Term>
      <Term name={<Trans>Payment terms</Trans>}>{sheet.paymentTerms}</Term>
      <Term name={<Trans>Seller</Trans>}>{lot.seller}</Term>
      <Term name={<Trans>Supplementary information</Trans>} wide>
        {sheet.supplementaryInfo}
      </Term>
    </dl>
  )
}

function Term({
  name,
  wide = false,
  children,
}: {
  readonly name: ReactNode
  readonly wide?: boolean
  readonly children: ReactNode
}) {
  if (children === null || children === '') return null
  return (
    <div className={wide ? css.wide : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
