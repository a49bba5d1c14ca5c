import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useClient } from '../../../lib/client.ts'
import { hasPermission } from '../../../lib/permissions.ts'
import { saveBlob } from '../../../lib/saveBlob.ts'
import { useFocusOnChange } from '../../../lib/useFocusOnChange.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { useWho } from '../../../lib/user.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { FileButton } from '../../../ui/files/FileButton.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { notifyError } from '../../../ui/notifyError.ts'
import { Page } from '../../../ui/Page.tsx'
import { ReadAge, ReadProblem } from '../../../ui/read/index.ts'
import { SkeletonLine, Skeleton } from '../../../ui/Skeleton.tsx'
import { CONTRACT } from '../../../ui/contract/marks.tsx'
import { Acts } from './Acts.tsx'
import css from './Contract.module.css'
import { History } from './History.tsx'
import { Invoices } from './Invoices.tsx'
import { Paper } from './Paper.tsx'
import { Payments } from './Payments.tsx'
import { pdfOf } from './pdf.ts'
import { contractQuery, type ContractInfo } from './queries.ts'
import { ReviseForm } from './ReviseForm.tsx'
import { SignPanel } from './SignPanel.tsx'
import { Standing } from './Standing.tsx'
import { OnlineButton } from '../../../ui/online/OnlineButton.tsx'

const FROM = '/_signedIn/_centre/order/sign_/detail'

/** One contract, to read, sign, change, return, verify and print. */
export function ContractPage() {
  const { contractId } = useSearch({ from: FROM })
  const who = useWho()
  if (contractId === undefined) return <NoneOpen />
  if (who.kind !== 'user') return <Framed />
  const reviewer = who.user.company === null && hasPermission(who.user, 'trade:contract:verify')
  return <OneContract key={contractId} contractId={contractId} reviewer={reviewer} />
}

function OneContract({ contractId, reviewer }: { readonly contractId: string; readonly reviewer: boolean }) {
  const { t, i18n } = useLingui()
  const { change = false } = useSearch({ from: FROM })
  const navigate = useNavigate({ from: '/order/sign/detail' })
  const read = useQuery(contractQuery(contractId, reviewer))
  const { data } = read
  const place = useFocusOnChange<HTMLDivElement>(data && `${data.hash} ${data.status} ${change}`)
  if (data === undefined) return <Framed {...(read.isError && { problem: <ReadProblem read={read} /> })} />
  const { contractNo } = data
  const changing = change && data.may.includes('revise')
  return (
    <Page
      title={t`Contract ${contractNo}`}
      heading={<Trans>Contract {contractNo}</Trans>}
      actions={<Tools contract={data} reviewer={reviewer} />}
    >
      <div className={css.page} ref={place} tabIndex={-1}>
        <div className={css.quiet}>
          <ReadAge read={read} />
        </div>
        <section
          className={css.standing}
          tabIndex={-1}
          aria-label={t`Contract ${contractNo}: ${i18n._(CONTRACT[data.status].name)}`}
          data-news=""
        >
          <Standing contract={data} changing={changing} />
        </section>
        {changing ? (
          <ReviseForm contract={data} onDone={() => void navigate({ search: { contractId }, replace: true })} />
        ) : (
          <>
            <div className={css.sheet}>
              <Paper contract={data} />
              <Acts contract={data} />
            </div>
            {data.may.includes('sign') && <SignPanel contract={data} />}
            <Payments contract={data} reviewer={reviewer} />
            <Invoices contract={data} />
            {reviewer && <Statements contract={data} />}
            <History contract={data} reviewer={reviewer} />
          </>
        )}
      </div>
    </Page>
  )
}

/** Links for the platform to the statements of both parties. */
function Statements({ contract: { buyerId, sellerId, content } }: { readonly contract: ContractInfo }) {
  return (
    <nav className={css.tools}>
      {(
        [
          [buyerId, content.buyer.companyName],
          [sellerId, content.seller.companyName],
        ] as const
      ).map(([companyId, company]) => (
        <Link key={companyId} to="/user/statement" search={{ companyId }} className={buttonClass({ variant: 'line' })}>
          <Icon name="table" size={18} />
          <Trans>Statement of {company}</Trans>
        </Link>
      ))}
    </nav>
  )
}

function Tools({ contract, reviewer }: { readonly contract: ContractInfo; readonly reviewer: boolean }) {
  const { contractId, contractNo } = contract
  const client = useClient()
  const [busy, save] = useOnce(async () => {
    try {
      const evidence = await client.calls.send('contractEvidence', { params: { contractId } })
      saveBlob(`${contractNo}.json`, new Blob([JSON.stringify(evidence, null, 2)], { type: 'application/json' }))
    } catch (error) {
      notifyError(client, error)
    }
  })
  return (
    <div className={css.tools}>
      <FileButton {...pdfOf(contract)} keep={!reviewer} />
      <OnlineButton variant="line" busy={busy} onClick={save}>
        <Icon name="doc" size={18} />
        <Trans>Export evidence</Trans>
      </OnlineButton>
      <Button variant="line" onClick={() => window.print()}>
        <Icon name="print" size={18} />
        <Trans>Print</Trans>
      </Button>
    </div>
  )
}

function Framed({ problem }: { readonly problem?: ReactNode }) {
  const { t } = useLingui()
  return (
    <Page title={t`Contract`} heading={<Trans>Contract</Trans>}>
      <div className={css.page}>
        {problem ?? (
          <Skeleton className={css.paper}>
            <SkeletonLine width="30%" />
            <SkeletonLine width="60%" height="1.6em" />
            <SkeletonLine />
            <SkeletonLine />
            <SkeletonLine width="80%" />
            <SkeletonLine height="160px" block />
          </Skeleton>
        )}
      </div>
    </Page>
  )
}

function NoneOpen() {
  const { t } = useLingui()
  return (
    <Page title={t`Contract`} heading={<Trans>Contract</Trans>}>
      <Empty
        title={<Trans>No contract is open.</Trans>}
        action={
          <Link to="/user/contract" className={buttonClass()}>
            <Trans>View trade contracts</Trans>
          </Link>
        }
      >
        <Trans>A contract opens here, to read, sign and print, from the list of your trade contracts.</Trans>
      </Empty>
    </Page>
  )
}
