import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { rangeIn } from '../../../../contract/dayRange.ts'
import { PAGE_SIZE } from '../../../../contract/constants.ts'
import { useClient } from '../../../lib/client.ts'
import { formatDate } from '../../../lib/format/index.ts'
import { classes } from '../../../ui/classes.ts'
import { Empty } from '../../../ui/Empty.tsx'
import { DayRangeFields } from '../../../ui/DayRangeFields.tsx'
import { Sheets } from '../../../ui/files/Sheets.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { ReadAge, ReadProblem } from '../../../ui/read/index.ts'
import { Skeleton, SkeletonLine } from '../../../ui/Skeleton.tsx'
import { CLAIM } from './payments.ts'
import { statementLinesQuery, statementQuery, type StatementLine } from './queries.ts'
import { periodOf, statementSearch } from './search.ts'
import { ACCOUNT, LINE } from './statement.ts'
import css from './Statement.module.css'

/** Totals of the company's contracts between two days. */
export function StatementPage() {
  const client = useClient()
  const { t } = useLingui()
  const search = useSearch({ from: '/_signedIn/_centre/user/statement' })
  const navigate = useNavigate({ from: '/user/statement' })
  const period = periodOf(search, client.time.now())
  const { beginTime, endTime, companyId } = period
  const sums = useQuery(statementQuery(period))
  const lines = useQuery(statementLinesQuery(period, search))
  const change = (next: object): void =>
    void navigate({ search: (newest) => statementSearch({ ...newest, ...next }), replace: true })
  const { data } = sums
  const company = data?.companyName ?? ''
  return (
    <Page
      title={t`Statement`}
      heading={<Trans>Statement</Trans>}
      {...(data && {
        actions: (
          <>
            <ReadAge read={sums} />
            <Sheets
              path="/auction/statement/sheet"
              query={{ beginTime, endTime, ...(companyId !== undefined && { companyId }) }}
              name={`${t`Statement`} ${company} ${beginTime} ${endTime}`}
            />
          </>
        ),
      })}
    >
      <div className={css.period}>
        {/* A statement has both ends: an emptied one keeps its day. */}
        <DayRangeFields
          range={period}
          onChange={(next) => change({ ...rangeIn({ ...period, ...rangeIn({ ...next }) }), page: undefined })}
        />
        {company !== '' && <p className={css.company}>{company}</p>}
      </div>
      {data === undefined ? (
        sums.isError ? (
          <ReadProblem read={sums} />
        ) : (
          <Skeleton className={css.accounts}>
            <SkeletonLine height="96px" block />
            <SkeletonLine height="96px" block />
          </Skeleton>
        )
      ) : data.accounts.length === 0 ? (
        <Empty title={<Trans>Nothing was charged or paid up to this day.</Trans>}>
          <Trans>A contract appears here on the day it is complete, a payment on its day at the bank.</Trans>
        </Empty>
      ) : (
        <>
          <Accounts accounts={data.accounts} />
          {lines.data === undefined ? (
            lines.isError ? (
              <ReadProblem read={lines} />
            ) : null
          ) : lines.data.rows.length === 0 ? (
            <p className={css.about}>
              <Trans>Nothing was charged or paid between these days.</Trans>
            </p>
          ) : (
            <Lines rows={lines.data.rows} isStale={lines.isPlaceholderData} />
          )}
          {lines.data && lines.data.total > 0 && (
            <Pagination
              total={lines.data.total}
              page={search.page ?? 1}
              size={search.size ?? PAGE_SIZE}
              onChange={change}
            />
          )}
        </>
      )}
    </Page>
  )
}

interface AccountsProps {
  readonly accounts: readonly {
    readonly account: StatementLine['account']
    readonly currency: string
    readonly opening: string
    readonly charged: string
    readonly received: string
    readonly returned: string
    readonly closing: string
  }[]
}

function Accounts({ accounts }: AccountsProps) {
  const { t, i18n } = useLingui()
  const names = {
    opening: t`Before`,
    charged: t`Charged`,
    received: t({ context: 'payment', message: 'Received' }),
    returned: t({ context: 'payment', message: 'Returned' }),
    closing: t({ context: 'statement', message: 'Open after' }),
  }
  return (
    <div className={css.accounts}>
      {accounts.map((one) => (
        <section key={`${one.account} ${one.currency}`} className={css.account}>
          <h2>
            {i18n._(ACCOUNT[one.account])} <small>{one.currency}</small>
          </h2>
          <dl>
            {(['opening', 'charged', 'received', 'returned', 'closing'] as const).map((key) => (
              <div key={key} className={classes(key === 'closing' && css.closing)}>
                <dt>{names[key]}</dt>
                <dd>
                  <Money amount={one[key]} currency={one.currency} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

function Lines({ rows, isStale }: { readonly rows: readonly StatementLine[]; readonly isStale: boolean }) {
  const { t, i18n } = useLingui()
  const { locale } = useClient()
  const headers = [
    t`Day`,
    t({ context: 'statement', message: 'Entry' }),
    t`Contract`,
    t`Other party`,
    t({ context: 'statement', message: 'Amount' }),
    t({ context: 'statement', message: 'Balance' }),
  ] as const
  const [dayHeader, , contractHeader, partyHeader, amountHeader, balanceHeader] = headers
  return (
    <table className={classes(css.lines, isStale && css.stale)} aria-busy={isStale} aria-label={t`Statement`}>
      <thead>
        <tr>
          {headers.map((header) => (
            <th key={header} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((line, at) => (
          // Lines of the same contract and day differ only in their position.
          <tr key={`${line.contractId} ${at}`}>
            <td data-label={dayHeader}>
              <time translate="no" dateTime={line.day}>
                {formatDate(line.day, locale)}
              </time>
            </td>
            <th scope="row">
              {i18n._(LINE[line.kind])}
              {line.claim !== null && ` · ${i18n._(CLAIM[line.claim])}`}
              <small>
                {i18n._(ACCOUNT[line.account])}
                {line.reference !== '' && (
                  <>
                    {' · '}
                    <Trans>Bank reference {line.reference}</Trans>
                  </>
                )}
              </small>
            </th>
            <td data-label={contractHeader}>
              <Link to="/order/sign/detail" search={{ contractId: line.contractId }}>
                {line.contractNo}
              </Link>
            </td>
            <td data-label={partyHeader}>{line.companyName ?? <Trans>Platform</Trans>}</td>
            <td className={css.figure} data-label={amountHeader}>
              {line.kind === 'received' && '−'}
              <Money amount={line.amount} currency={line.currency} />
            </td>
            <td className={css.figure} data-label={balanceHeader}>
              <Money amount={line.balance} currency={line.currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
