import { Trans } from '@lingui/react/macro'
import { pathTo } from '../../boot/navigation/index.ts'
import { ActButton } from '../../ui/ActButton.tsx'
import { FileButton } from '../../ui/files/FileButton.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { useEnter } from '../../ui/sale/useEnter.ts'
import type { LotRow } from './queries.ts'
import css from './LotsPage.module.css'

type Session = NonNullable<LotRow['session']>

/** The sale of a lot: its catalogue, its room while offers are possible, its results. */
export function SessionOfLot({ lot: { state, session } }: { readonly lot: LotRow }) {
  if (session === null) return null
  if (state !== 'accepted' || session.state === 1) return <small>{session.name}</small>
  return (
    <>
      <small>
        <PathLink href={pathTo('/target/list', { scheduleTimelineId: session.scheduleTimelineId })}>
          {session.name}
        </PathLink>
      </small>
      <span className={css.way}>
        {session.state === 5 ? (
          <FileButton
            icon="table"
            variant="quiet"
            size="small"
            keep={false}
            path={`/auction/result/${session.scheduleTimelineId}/sheet?format=xlsx`}
            name={`results-${session.scheduleTimelineId}.xlsx`}
          >
            <Trans>Results</Trans>
          </FileButton>
        ) : (
          session.state > 2 && <Room session={session} />
        )}
      </span>
    </>
  )
}

/** A link to the room, where bids and offers are made and answered. */
function Room({ session }: { readonly session: Session }) {
  const enter = useEnter()
  return (
    <ActButton variant="quiet" size="small" busy={enter.isPending} onClick={() => enter.mutate(session)}>
      <Trans>Bids and offers</Trans>
    </ActButton>
  )
}
