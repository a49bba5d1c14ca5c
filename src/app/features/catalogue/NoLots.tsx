import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { filtersIn, type CatalogueSearch } from './search.ts'

/** Explains the empty list and offers a next step. */
export function NoLots({ search, onReset }: { readonly search: CatalogueSearch; readonly onReset: () => void }) {
  if (filtersIn(search) > 0) {
    return (
      <Empty
        title={<Trans>No lots match these filters.</Trans>}
        action={
          <Button variant="line" onClick={onReset}>
            <Trans>Clear filters</Trans>
          </Button>
        }
      >
        <Trans>Remove a filter, or search for another species, origin or number.</Trans>
      </Empty>
    )
  }
  if (search.scheduleTimelineId !== undefined) {
    return (
      <Empty title={<Trans>This catalogue has no lots yet.</Trans>}>
        <Trans>They appear here once the sale is published.</Trans>
      </Empty>
    )
  }
  return (
    <Empty
      title={<Trans>No lots are on sale right now.</Trans>}
      action={
        <>
          <Link to="/index" hash="sessions" className={buttonClass()}>
            <Trans>View sales</Trans>
          </Link>
          <Link to="/home/list" search={{ list: 'deal' }} className={buttonClass({ variant: 'line' })}>
            <Trans>Recently sold lots</Trans>
          </Link>
        </>
      }
    >
      <Trans>Lots appear here as soon as their sale is published.</Trans>
    </Empty>
  )
}
