import { shownLotNo } from '../../lib/lotNumber.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useFollowed, useFollowedSale } from '../../lib/sale/useFollowed.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { AskedDeals } from '../../ui/deal/AskedDeals.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Page } from '../../ui/Page.tsx'
import { SkeletonLine, Skeleton } from '../../ui/Skeleton.tsx'
import { ReadAge } from '../../ui/read/index.ts'
import { useClient } from '../../lib/client.ts'
import { CatalogueProblem } from './CatalogueProblem.tsx'
import { Gallery } from './Gallery.tsx'
import css from './LotPage.module.css'
import { LotPanel } from './LotPanel.tsx'
import { neighboursOf } from './neighbours.ts'
import { saleQuery } from '../../lib/sale/saleQuery.ts'
import { lotQuery, type LotDetail } from './queries.ts'
import { SpecSheet } from './SpecSheet.tsx'

export function LotPage() {
  const { t } = useLingui()
  const { id, ids } = useParams({ from: '/_signedIn/target/detail/$id/$ids' })
  const refetchInterval = useFollowed<LotDetail>((one) => [one])
  const lot = useQuery({ ...lotQuery(id, ids), refetchInterval })
  const followSale = useFollowedSale()
  const sale = useQuery({ ...saleQuery(ids), refetchInterval: followSale })
  const { data } = lot
  return (
    <Page title={data ? `${shownLotNo(data)} ${data.name}` : t`Lot`}>
      <Trail id={id} ids={ids} />
      {data ? (
        <>
          <AskedDeals lot={id} />
          <div className={css.top}>
            <Gallery key={id} lot={data} />
            <LotPanel lot={data} sale={sale.data ?? null} />
          </div>
          <SpecSheet lot={data} />
          <ReadAge read={lot} />
        </>
      ) : lot.isError ? (
        <CatalogueProblem alone read={lot} />
      ) : (
        <LotSkeleton />
      )}
    </Page>
  )
}

function Trail({ id, ids }: { readonly id: string; readonly ids: string }) {
  const { t } = useLingui()
  const { tabStorage } = useClient().ports
  const { before, after, back } = neighboursOf({ id, sale: ids }, tabStorage)
  const step = buttonClass({ variant: 'line', size: 'small' })
  return (
    <nav className={css.trail} aria-label={t`Catalogue`}>
      <Link to="/target/list" search={back ?? { scheduleTimelineId: ids }}>
        <Icon name="left" size={18} />
        <Trans>Catalogue</Trans>
      </Link>
      <span className={css.steps}>
        {before !== null && (
          <Link className={step} to="/target/detail/$id/$ids" params={{ id: before.id, ids: before.sale }} replace>
            <Icon name="left" size={16} />
            <Trans>Previous lot</Trans>
          </Link>
        )}
        {after !== null && (
          <Link className={step} to="/target/detail/$id/$ids" params={{ id: after.id, ids: after.sale }} replace>
            <Trans>Next lot</Trans>
            <Icon name="right" size={16} />
          </Link>
        )}
      </span>
    </nav>
  )
}

const LotSkeleton = () => (
  <Skeleton className={css.top}>
    <SkeletonLine height="min(52vw, 420px)" block />
    <div className={css.panel}>
      <SkeletonLine width="5em" />
      <SkeletonLine width="80%" height="2rem" />
      <SkeletonLine width="50%" height="3rem" />
      <SkeletonLine height="120px" block />
    </div>
  </Skeleton>
)
