import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Page } from '../../ui/Page.tsx'
import { CatalogueLots } from './CatalogueLots.tsx'
import { useFollowedSale } from '../../lib/sale/useFollowed.ts'
import { saleQuery } from '../../lib/sale/saleQuery.ts'
import { lotsQuery } from './queries.ts'
import css from './CataloguePage.module.css'
import { SaleFacts, SalePart } from './SaleHead.tsx'
import { CatalogueDownload } from './downloads/CatalogueDownload.tsx'

/** The catalogue of one sale, or the open lots of all sales. */
export function CataloguePage() {
  const { scheduleTimelineId } = useSearch({ from: '/_signedIn/target/list' })
  return scheduleTimelineId === undefined ? <AllSales /> : <SaleCatalogue scheduleTimelineId={scheduleTimelineId} />
}

function AllSales() {
  const { t } = useLingui()
  return (
    <Page
      title={t`Catalogue`}
      heading={<Trans>Catalogue</Trans>}
      actions={
        <p className={css.sale}>
          <Trans>Every lot still on sale, the next sale first.</Trans>
        </p>
      }
    >
      <CatalogueLots scheduleTimelineId={undefined} />
    </Page>
  )
}

function SaleCatalogue({ scheduleTimelineId }: { readonly scheduleTimelineId: string }) {
  const { t } = useLingui()
  const search = useSearch({ from: '/_signedIn/target/list' })
  const lots = useQuery(lotsQuery(search))
  const refetchInterval = useFollowedSale()
  const sale = useQuery({ ...saleQuery(scheduleTimelineId), refetchInterval })
  return (
    <Page
      title={sale.data?.schedule.name ?? t`Catalogue`}
      heading={sale.data?.schedule.name ?? <Trans>Catalogue</Trans>}
      facts={<SaleFacts sale={sale.isPending ? 'coming' : (sale.data ?? null)} />}
      actions={
        lots.data &&
        sale.data && (
          <div className={css.own}>
            {sale.data.timeline.state < 5 && <SalePart sale={sale.data} />}
            {sale.data.timeline.lotCount > 0 && (
              <CatalogueDownload scheduleTimelineId={scheduleTimelineId} lots={sale.data.timeline.lotCount} />
            )}
          </div>
        )
      }
    >
      <CatalogueLots scheduleTimelineId={scheduleTimelineId} />
    </Page>
  )
}
