import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { moistureShown, specification } from '../../../contract/sizes.ts'
import { useClient } from '../../lib/client.ts'
import { formatDate } from '../../lib/format/index.ts'
import { Money, Quantity } from '../../ui/Money.tsx'
import css from './ImportPage.module.css'
import { importRowsQuery, type ImportRow } from './queries.ts'

const SAMPLES = 3
type Lot = NonNullable<ImportRow['lot']>

/** The first good rows as they will stand in the catalogue. */
export function ImportSamples({ id }: { readonly id: string }) {
  const rows = useQuery(importRowsQuery(id, { all: true }))
  const lots = rows.data?.rows.flatMap(({ lot }) => lot ?? []).slice(0, SAMPLES) ?? []
  if (lots.length === 0) return null
  return (
    <section className={css.samples}>
      <h3>
        <Trans>As buyers will read them</Trans>
      </h3>
      <ul>
        {lots.map((lot, at) => (
          // Rows of a sheet have no other key, and the list never changes.
          // oxlint-disable-next-line no-array-index-key
          <li key={at}>
            <Sample lot={lot} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Sample({ lot }: { readonly lot: Lot }) {
  const { locale } = useClient()
  const { nameZh, nameEn, species, origin, grade, humidity, quantity, unit, startPrice, currency, deliveryDate } = lot
  return (
    <>
      <strong>{locale === 'zh' ? nameZh : nameEn}</strong>
      <span>
        {species} · {origin} · {grade}
      </span>
      <b>{specification(lot)}</b>
      {humidity !== '' && (
        <span>
          <Trans>Moisture content</Trans> {moistureShown(humidity)}
        </span>
      )}
      <span>
        <Quantity quantity={quantity} unit={unit} /> · <Money amount={startPrice} currency={currency} per={unit} />
      </span>
      <small>
        <Trans>Delivery date</Trans> {formatDate(deliveryDate, locale)}
      </small>
    </>
  )
}
