import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { FileButton } from '../../../ui/files/FileButton.tsx'
import { ReadProblem } from '../../../ui/read/index.ts'
import { TableSkeleton } from '../../../ui/table/Table.tsx'
import type { SaleSearch } from '../search.ts'
import { CheckList } from './CheckList.tsx'
import { sessionQuery, type SaleInfo } from './queries.ts'
import { SessionForm } from './SessionForm.tsx'
import { SessionLots } from './SessionLots.tsx'
import css from './SalePage.module.css'

interface Props {
  readonly sale: SaleInfo
  readonly search: SaleSearch
  readonly onTurn: (next: object) => void
}

/** Preparation of a sale: its check list, its lots, its times and rules. */
export function Preparation({ sale: { scheduleTimelineId: id, state, stage, lotCount }, search, onTurn }: Props) {
  const session = useQuery(sessionQuery(id))
  return (
    <div className={css.pane}>
      {state === 1 && <CheckList id={id} />}
      <section className={css.part} id="lots">
        <div className={css.bar}>
          <h2>
            <Trans>Lots</Trans>
          </h2>
          {lotCount > 0 && (
            <FileButton
              size="small"
              path={`/auction/catalogue/pdf?scheduleTimelineId=${encodeURIComponent(id)}`}
              name={`catalogue-${id}.pdf`}
              keep={false}
              icon="print"
            >
              <Trans>Printable catalogue</Trans>
            </FileButton>
          )}
        </div>
        <SessionLots
          id={id}
          takes={state === 1 ? 'all' : state < 5 && stage === 'preparation' ? 'added' : 'none'}
          search={search}
          onTurn={onTurn}
        />
      </section>
      {session.data ? (
        <SessionForm key={session.data.published ? 'fixed' : 'open'} session={session.data} />
      ) : session.isError ? (
        <ReadProblem read={session} />
      ) : (
        <TableSkeleton />
      )}
    </div>
  )
}
