import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { endsOf, LOT_RANGES, MORE_TERMS, rangeIsOf } from '../../../contract/lot-fields.ts'
import { formatMinor } from '../../../domain/units.ts'
import { moneyParts } from '../../lib/format/index.ts'
import { readMoney, readWhole } from '../../lib/format/typed.ts'
import { FIELDS } from '../../ui/lotFields.ts'
import type { FiltersProps } from './filtersProps.ts'
import { facetsQuery } from './queries.ts'
import { RangeField, type Range } from './RangeField.tsx'
import { changed, mostOf } from './search.ts'
import { Select } from './Selects.tsx'

const SECTION = msg`Thickness or log diameter (mm)`

/** Rarely used filters; the frequent ones are beside the search. */
export function MoreFilters({
  search,
  scheduleTimelineId,
  onChange,
}: Pick<FiltersProps, 'search' | 'scheduleTimelineId' | 'onChange'>) {
  const { t, i18n } = useLingui()
  const { data } = useQuery(facetsQuery(scheduleTimelineId))
  const currency = search.currency ?? data?.currency
  const sign = currency ? moneyParts('0', currency).sign.trim() : null
  return (
    <>
      {MORE_TERMS.map((term) => (
        <Select
          key={term}
          label={i18n._(FIELDS[term])}
          none={t`All`}
          value={search[term]}
          choices={data?.[term]}
          onPick={(picked) => onChange(changed(search, { [term]: picked }))}
        />
      ))}
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
      {LOT_RANGES.map((range) => {
        const [[min, max], most] = [endsOf(range), mostOf(range)]
        return (
          <RangeField
            key={range}
            label={i18n._(range === 'section' ? SECTION : FIELDS[range])}
            read={(typed) => readWhole(typed, most)}
            wrong={
              rangeIsOf(range) === 'count'
                ? t`Please enter whole numbers, at most ${most}.`
                : t`Please enter whole millimetres, at most ${most}.`
            }
            from={search[min]}
            to={search[max]}
            onChange={({ from, to }: Range) => onChange(changed(search, { [min]: from, [max]: to }))}
          />
        )
      })}
    </>
  )
}

function readPrice(typed: string): number | null {
  const price = readMoney(typed)
  return price === null ? null : Number(formatMinor(price))
}
