import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import css from './Filters.module.css'
import { changed, filtersIn, type CatalogueSearch, type View } from './search.ts'
import { Selects } from './Selects.tsx'

export interface FiltersProps {
  readonly search: CatalogueSearch
  readonly scheduleTimelineId: string
  readonly view: View
  readonly wide: boolean
  readonly onChange: (next: CatalogueSearch) => void
  /** How old the list is. */
  readonly age: ReactNode
}

/** In a row on a desk; on a phone the search stays out and the rest is one tap away. */
export const Filters = (props: FiltersProps) => (props.wide ? <WideFilters {...props} /> : <NarrowFilters {...props} />)

function WideFilters({ search, scheduleTimelineId, view, onChange, age }: FiltersProps) {
  const { t } = useLingui()
  return (
    <search className={css.wide}>
      <div className={css.bar}>
        <SearchField value={search.keyword ?? ''} placeholder={t`Species, origin, lot no.`} onSearch={(keyword) => onChange(changed(search, { keyword }))} />
        <Selects search={search} scheduleTimelineId={scheduleTimelineId} onChange={onChange} />
        <Toggle
          label={t`Show as`}
          value={view}
          items={[{ key: 'table', icon: 'table', label: t`Table` }, { key: 'cards', icon: 'cards', label: t`Cards` }]}
          onChange={(next) => onChange({ ...search, view: next })}
        />
      </div>
      <div className={css.line}>
        <Chips search={search} onChange={onChange} />
        {age}
      </div>
    </search>
  )
}

function NarrowFilters({ search, scheduleTimelineId, onChange, age }: FiltersProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const set = filtersIn(search) - (search.keyword === undefined ? 0 : 1)
  return (
    <search className={css.narrow}>
      <SearchField value={search.keyword ?? ''} placeholder={t`Species, origin, lot no.`} onSearch={(keyword) => onChange(changed(search, { keyword }))} />
      <Button variant="line" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="filter" />
        {set > 0 ? <Plural value={set} one="Filters (#)" other="Filters (#)" /> : <Trans>Filters</Trans>}
      </Button>
      {age}
      {open && (
        <Dialog
          title={<Trans>Filter and sort</Trans>}
          onClose={() => setOpen(false)}
          actions={<Button wide onClick={() => setOpen(false)}><Trans>Show lots</Trans></Button>}
        >
          <div className={css.sheet}>
            <Selects search={search} scheduleTimelineId={scheduleTimelineId} onChange={onChange} />
            <Chips search={search} onChange={onChange} />
          </div>
        </Dialog>
      )}
    </search>
  )
}

function Chips({ search, onChange }: Pick<FiltersProps, 'search' | 'onChange'>) {
  const { scheduleTimelineId, view, sort } = search
  return (
    <div className={css.chips}>
      <label className={css.check}>
        <input type="checkbox" checked={search.watched ?? false} onChange={(event) => onChange(changed(search, { watched: event.target.checked }))} />
        <Trans>Watched only</Trans>
      </label>
      {filtersIn(search) > 0 && (
        <Button variant="quiet" size="small" onClick={() => onChange(changed({}, { scheduleTimelineId, view, sort }))}>
          <Icon name="close" size={16} />
          <Trans>Clear filters</Trans>
        </Button>
      )}
    </div>
  )
}
