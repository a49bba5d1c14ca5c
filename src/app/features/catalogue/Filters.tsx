import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useRef, useState, type ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Lots } from '../../ui/Counted.tsx'
import { classes } from '../../ui/classes.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import css from './Filters.module.css'
import type { FiltersProps } from './filtersProps.ts'
import { MoreFilters } from './MoreFilters.tsx'
import { changed, filtersIn, moreFiltersIn, type CatalogueSearch } from './search.ts'
import { Selects, SortSelect } from './Selects.tsx'

/** Filters in a row on a wide screen; on a phone only the search is visible, and a dialog has the others. */
export const Filters = (props: FiltersProps) => (props.wide ? <WideFilters {...props} /> : <NarrowFilters {...props} />)

function WideFilters({ search, scheduleTimelineId, view, onChange, age }: FiltersProps) {
  const { t } = useLingui()
  const id = useId()
  const set = moreFiltersIn(search)
  // Active filters are visible when the page opens.
  const [more, setMore] = useState(set > 0)
  const [round, clear] = useClear(search, onChange)
  return (
    <search className={css.wide}>
      <div className={classes(css.bar, scheduleTimelineId === undefined && css.withSale)}>
        <SearchField
          value={search.keyword ?? ''}
          placeholder={t`Species, origin, lot no.`}
          onSearch={(keyword) => onChange(changed(search, { keyword }))}
        />
        <Selects search={search} scheduleTimelineId={scheduleTimelineId} onChange={onChange} />
        <SortSelect search={search} onChange={onChange} />
        <Toggle
          label={t`Show as`}
          value={view}
          items={[
            { key: 'table', icon: 'table', label: t`Table` },
            { key: 'cards', icon: 'cards', label: t`Cards` },
          ]}
          onChange={(next) => onChange({ ...search, view: next })}
        />
      </div>
      {more && (
        <div className={css.more} id={id}>
          <MoreFilters key={round} search={search} scheduleTimelineId={scheduleTimelineId} onChange={onChange} />
        </div>
      )}
      <div className={css.line}>
        <Chips search={search} onChange={onChange} onClear={clear}>
          <Button
            variant="quiet"
            size="small"
            aria-expanded={more}
            aria-controls={more ? id : undefined}
            onClick={() => setMore(!more)}
          >
            <Icon name="filter" size={18} />
            {set > 0 ? <Trans>More filters ({set})</Trans> : <Trans>More filters</Trans>}
            <Icon name="down" size={14} />
          </Button>
        </Chips>
        {age}
      </div>
    </search>
  )
}

function NarrowFilters({ search, scheduleTimelineId, total, onChange, age }: FiltersProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const [round, clear] = useClear(search, onChange)
  const sheet = useRef<HTMLDivElement>(null)
  const set = filtersIn(search) - (search.keyword === undefined ? 0 : 1)
  const show = (): void => {
    // An invalid range keeps the dialog open, because closing would hide its error.
    const wrong = sheet.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) wrong.focus()
    else setOpen(false)
  }
  return (
    <search className={css.narrow}>
      <SearchField
        bare
        value={search.keyword ?? ''}
        placeholder={t`Species, origin, lot no.`}
        onSearch={(keyword) => onChange(changed(search, { keyword }))}
      />
      <Button variant="line" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="filter" />
        {set > 0 ? <Trans>Filters ({set})</Trans> : <Trans>Filters</Trans>}
      </Button>
      {age}
      {open && (
        <Dialog
          title={<Trans>Filter and sort</Trans>}
          onClose={() => setOpen(false)}
          sheet="bottom"
          actions={
            <Button wide onClick={show}>
              {total === undefined ? (
                <Trans>Show lots</Trans>
              ) : (
                <Trans>
                  Show <Lots count={total} />
                </Trans>
              )}
            </Button>
          }
        >
          <div className={classes(css.sheet, scheduleTimelineId === undefined && css.withSale)} ref={sheet}>
            <Selects search={search} scheduleTimelineId={scheduleTimelineId} onChange={onChange} />
            <MoreFilters key={round} search={search} scheduleTimelineId={scheduleTimelineId} onChange={onChange} />
            <SortSelect search={search} onChange={onChange} />
            <Chips search={search} onChange={onChange} onClear={clear} />
          </div>
        </Dialog>
      )}
    </search>
  )
}

/** Clears all filters, including invalid input: a new `round` re-creates the fields. */
function useClear(
  { scheduleTimelineId, view, sort }: CatalogueSearch,
  onChange: FiltersProps['onChange'],
): readonly [round: number, clear: () => void] {
  const [round, setRound] = useState(0)
  const clear = (): void => {
    setRound(round + 1)
    onChange(changed({}, { scheduleTimelineId, view, sort }))
  }
  return [round, clear]
}

interface ChipsProps extends Pick<FiltersProps, 'search' | 'onChange'> {
  readonly onClear: () => void
  readonly children?: ReactNode
}

function Chips({ search, onChange, onClear, children }: ChipsProps) {
  return (
    <div className={css.chips}>
      {children}
      <label className={css.check}>
        <input
          type="checkbox"
          checked={search.watched ?? false}
          onChange={(event) => onChange(changed(search, { watched: event.target.checked }))}
        />
        <Trans>Watched only</Trans>
      </label>
      {filtersIn(search) > 0 && (
        <Button variant="quiet" size="small" onClick={onClear}>
          <Icon name="close" size={16} />
          <Trans>Clear filters</Trans>
        </Button>
      )}
    </div>
  )
}
