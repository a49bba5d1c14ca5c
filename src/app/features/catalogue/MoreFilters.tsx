import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { endsOf, LOT_RANGES, MORE_TERMS, rangeIsOf } from '../../../contract/lot-fields.ts'
import { sizeRead } from '../../../contract/sizes.ts'
import { formatMinor } from '../../../domain/units.ts'
import { moneyParts } from '../../lib/format/index.ts'
import { moneyIn, wholeIn } from '../../lib/form/figure.ts'
import { FIELDS } from '../../ui/lotFields.ts'
import type { FiltersProps } from './filtersProps.ts'
import { facetsQuery } from './queries.ts'
import { RangeField, type Range } from './RangeField.tsx'
import { changed, mostOf } from './search.ts'
import { Select } from './Selects.tsx'

const SECTION = msg`Thickness or log diameter`

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
        const counted = rangeIsOf(range) === 'count'
        const name = i18n._(range === 'section' ? SECTION : FIELDS[range])
        return (
          <RangeField
            key={range}
            label={counted ? name : <Trans>{name} (mm)</Trans>}
            read={counted ? (typed) => wholeIn(typed, most) : readOneSize}
            wrong={
              counted
                ? t`Please enter whole numbers, at most ${most}.`
                : t`Please enter whole millimetres, at most ${most}, or a size with its unit: 3.9 m`
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

/** One size in mm, with its unit or without; 0 is none. */
function readOneSize(typed: string): number | null {
  if (typed.trim() === '0') return 0
  const reading = sizeRead(typed)
  return reading.is === 'read' && reading.value.most === reading.value.least ? reading.value.least : null
}

function readPrice(typed: string): number | null {
  const price = moneyIn(typed, null)
  return price === null ? null : Number(formatMinor(price))
}
