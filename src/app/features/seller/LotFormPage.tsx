import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useClient } from '../../lib/client.ts'
import { useOutbox } from '../../lib/useOutbox.ts'
import { useScreenTitle } from '../../lib/screenTitle.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Page } from '../../ui/Page.tsx'
import { ReadProblem } from '../../ui/read/index.ts'
import { Skeleton, SkeletonLine } from '../../ui/Skeleton.tsx'
import { listPlace } from './listPlace.ts'
import { EMPTY, typed } from './lotForm.ts'
import { LotForm } from './LotForm.tsx'
import { LotMark } from './LotMark.tsx'
import css from './LotForm.module.css'
import { lotQuery, type LotInfo } from './queries.ts'

/** The page of one lot: a new one, a copy, or an existing one. */
export function LotFormPage() {
  const client = useClient()
  const { lotDraftId } = useParams({ from: '/_signedIn/_centre/seller/lots/$lotDraftId' })
  const { new: isNew = false, like } = useSearch({ from: '/_signedIn/_centre/seller/lots/$lotDraftId' })
  const title = useScreenTitle('SellerLot')
  const from = isNew ? like : lotDraftId
  const read = useQuery({ ...lotQuery(from ?? ''), enabled: from !== undefined, staleTime: Infinity })
  const { view, failed } = useOutbox()
  const lot = isNew ? null : (read.data ?? null)
  const ready = (from === undefined || read.data !== undefined) && (view.ready || failed)
  return (
    <Page title={lot?.name ?? title} heading={lot?.name ?? (isNew ? <Trans>New lot</Trans> : title)}>
      <nav className={css.back}>
        <Link to="/seller/lots" search={listPlace(client.ports.tabStorage)} hash={lotDraftId}>
          <Icon name="left" size={18} />
          <Trans>My lots</Trans>
        </Link>
        {lot && <LotMark {...lot} />}
      </nav>
      {lot && <Remark lot={lot} />}
      {from !== undefined && read.isError && read.data === undefined ? (
        <ReadProblem read={read} />
      ) : ready ? (
        <LotForm
          key={lotDraftId}
          id={lotDraftId}
          start={startOf(lot, isNew ? (read.data ?? null) : null)}
          fixed={lot !== null && lot.state !== 'draft' && lot.state !== 'returned'}
        />
      ) : (
        <Skeleton className={css.form}>
          <SkeletonLine block height="260px" />
          <SkeletonLine block height="200px" />
        </Skeleton>
      )}
    </Page>
  )
}

function startOf(lot: LotInfo | null, like: LotInfo | null) {
  if (lot) return typed(lot.content, lot.version)
  return like ? typed(like.content, null) : EMPTY
}

function Remark({ lot: { remark, session, state, isToAdd } }: { readonly lot: LotInfo }) {
  return (
    <>
      {state === 'returned' && remark === null && (
        <p className={css.remark}>
          <Icon name="alert" size={18} />
          <span>
            <Trans>The sale began before this lot was added to it. Submit it to another one.</Trans>
          </span>
        </p>
      )}
      {remark !== null && (
        <p className={css.remark}>
          <Icon name="alert" size={18} />
          <span>
            <strong>
              <Trans>The operator’s remark</Trans>
            </strong>{' '}
            {remark}
          </span>
        </p>
      )}
      {session && (state === 'submitted' || state === 'accepted') && (
        <p className={css.note}>
          {state === 'submitted' ? (
            <Trans>Submitted to {session.name}. Take it back on the list of lots to change it.</Trans>
          ) : (
            <>
              <Trans>Accepted for {session.name}. It can no longer be changed here.</Trans>
              {isToAdd === true && (
                <>
                  {' '}
                  <Trans>The host adds it in the room, before the first round.</Trans>
                </>
              )}
            </>
          )}
        </p>
      )}
    </>
  )
}
