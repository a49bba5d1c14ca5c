import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { LONGEST_MM } from '../../../contract/constants.ts'
import { formatMinor } from '../../../domain/units.ts'
import { moneyParts } from '../../lib/format/index.ts'
import { readMoney, readWhole } from '../../lib/format/typed.ts'
import type { FiltersProps } from './filtersProps.ts'
import { facetsQuery } from './queries.ts'
import { RangeField, type Range } from './RangeField.tsx'
import { changed } from './search.ts'
import { Select } from './Selects.tsx'

/** Trade area, price and sizes. */
export function MoreFilters({
  search,
  scheduleTimelineId,
  onChange,
}: Pick<FiltersProps, 'search' | 'scheduleTimelineId' | 'onChange'>) {
  const { t } = useLingui()
  const { data } = useQuery(facetsQuery(scheduleTimelineId))
  const size = {
    read: (typed: string) => readWhole(typed, LONGEST_MM),
    wrong: t`Please enter whole millimetres, at most ${LONGEST_MM}.`,
  }
  const currency = search.currency ?? data?.currency
  const sign = currency ? moneyParts('0', currency).sign.trim() : null
  return (
    <>
      <Select
        label={<Trans>Trade area</Trans>}
        none={t`All`}
        value={search.tradeArea}
        choices={data?.tradeArea}
        onPick={(tradeArea) => onChange(changed(search, { tradeArea }))}
      />
      {(data?.currency === null || search.currency !== undefined) && (
        <Select
          label={<Trans>Currency</Trans>}
          none={t`All`}
          value={search.currency}
          choices={data?.currencies.map((value) => ({ value, label: value }))}
          onPick={(picked) => onChange(changed(search, { currency: picked }))}
        />
      )}
      <RangeField
        label={sign === null ? <Trans>Price</Trans> : <Trans>Price ({sign})</Trans>}
        decimal
        from={search.minPrice}
        to={search.maxPrice}
        read={readPrice}
        wrong={t`Please enter a price with at most two decimals.`}
        onChange={({ from, to }: Range) => onChange(changed(search, { minPrice: from, maxPrice: to }))}
      />
      <RangeField
        {...size}
        label={<Trans>Length (mm)</Trans>}
        from={search.minLength}
        to={search.maxLength}
        onChange={({ from, to }: Range) => onChange(changed(search, { minLength: from, maxLength: to }))}
      />
      <RangeField
        {...size}
        label={<Trans>Thickness or log diameter (mm)</Trans>}
        from={search.minSection}
        to={search.maxSection}
        onChange={({ from, to }: Range) => onChange(changed(search, { minSection: from, maxSection: to }))}
      />
    </>
  )
}

function readPrice(typed: string): number | null {
  const price = readMoney(typed)
  return price === null ? null : Number(formatMinor(price))
}
