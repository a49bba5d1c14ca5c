import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDay } from '../../lib/format/index.ts'
import { FIRST_TERMS } from '../../../contract/lot-fields.ts'
import { FIELDS } from '../../ui/lotFields.ts'
import { SelectField } from '../../ui/Field.tsx'
import { lotStatusName } from '../../ui/marks.tsx'
import type { FiltersProps } from './filtersProps.ts'
import { facetsQuery, type Choice, type SaleChoice } from './queries.ts'
import { changed, OPEN_STATUSES, SORTS, STATUSES, type CatalogueSearch, type Sort } from './search.ts'
import type { Locale } from '../../../contract/constants.ts'
import { useClient } from '../../lib/client.ts'

const ALL = msg`All`
const BY_NUMBER = msg`Lot number`
const BY_SALE = msg`Next sale first`
const SORT_NAME: Readonly<Record<Sort, MessageDescriptor>> = {
  price: msg`Price, low to high`,
  '-price': msg`Price, high to low`,
  quantity: msg`Quantity, small to large`,
  '-quantity': msg`Quantity, large to small`,
}

export function Selects({
  search,
  scheduleTimelineId,
  onChange,
}: Pick<FiltersProps, 'search' | 'scheduleTimelineId' | 'onChange'>) {
  const { locale } = useClient()
  const { data } = useQuery(facetsQuery(scheduleTimelineId))
  const { i18n } = useLingui()
  const all = i18n._(ALL)
  const pick =
    (name: keyof CatalogueSearch) =>
    (value: string): void =>
      onChange(changed(search, { [name]: value }))
  return (
    <>
      {scheduleTimelineId === undefined && (
        <Select
          label={<Trans>Sale</Trans>}
          none={i18n._(ALL)}
          value={search.sale}
          choices={data?.sales.map((sale) => saleChoice(sale, locale))}
          onPick={pick('sale')}
        />
      )}
      {FIRST_TERMS.map((term) => (
        <Select
          key={term}
          label={i18n._(FIELDS[term])}
          none={all}
          value={search[term]}
          choices={data?.[term]}
          onPick={pick(term)}
        />
      ))}
      <Select
        label={<Trans>Status</Trans>}
        none={all}
        value={search.status}
        choices={(scheduleTimelineId === undefined ? OPEN_STATUSES : STATUSES).map((value) => ({
          value,
          label: i18n._(lotStatusName(value)),
        }))}
        onPick={pick('status')}
      />
    </>
  )
}

/** `11月21日 竞价会`: the date tells sales of the same name apart. */
const saleChoice = ({ scheduleTimelineId, name, startTime }: SaleChoice, locale: Locale): Choice => ({
  value: scheduleTimelineId,
  label: `${formatDay(startTime, locale)} ${name}`,
})

export function SortSelect({ search, onChange }: Pick<FiltersProps, 'search' | 'onChange'>) {
  const { i18n } = useLingui()
  return (
    <Select
      label={<Trans>Sort by</Trans>}
      none={i18n._(search.scheduleTimelineId === undefined ? BY_SALE : BY_NUMBER)}
      value={search.sort}
      choices={SORTS.map((value) => ({ value, label: i18n._(SORT_NAME[value]) }))}
      onPick={(sort) => onChange(changed(search, { sort }))}
    />
  )
}

interface SelectProps {
  readonly label: ReactNode
  readonly none: string
  readonly value: string | undefined
  readonly choices: readonly Choice[] | undefined
  readonly onPick: (value: string) => void
}

export function Select({ label, none, value = '', choices = [], onPick }: SelectProps) {
  // The value from the address stays selectable while the options load.
  const shown =
    value === '' || choices.some((choice) => choice.value === value) ? choices : [{ value, label: value }, ...choices]
  return (
    <SelectField label={label} value={value} onChange={(event) => onPick(event.target.value)}>
      <option value="">{none}</option>
      {shown.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </SelectField>
  )
}
