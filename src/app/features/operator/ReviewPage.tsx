import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { formatMoment } from '../../lib/format/index.ts'
import { CompanySheet } from '../../ui/company/CompanySheet.tsx'
import type { CompanyKey } from '../../ui/company/labels.ts'
import { PrivateDocument } from '../../ui/company/PrivateDocument.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Page } from '../../ui/Page.tsx'
import { SkeletonLine, Skeleton } from '../../ui/Skeleton.tsx'
import { ReadProblem } from '../../ui/read/index.ts'
import { hasWrongCheckDigit } from '../../../contract/creditCode.ts'
import { CheckDigitMark } from './CheckDigitMark.tsx'
import { CertificationMark } from './CertificationMark.tsx'
import { Decision } from './Decision.tsx'
import { certificationQuery, type CertificationInfo } from './queries.ts'
import css from './ReviewPage.module.css'
import { useClient } from '../../lib/client.ts'

export function ReviewPage() {
  const { t } = useLingui()
  const { certificationId } = useParams({ from: '/_signedIn/_centre/desk/certification/$certificationId' })
  const application = useQuery(certificationQuery(certificationId))
  const { data } = application
  return (
    <Page
      title={data?.companyName ?? t`Certification`}
      heading={data?.companyName ?? <Trans>Certification</Trans>}
      {...(data && { sub: <ApplicationHead application={data} /> })}
      actions={
        <Link to="/desk/certification" className={css.back}>
          <Icon name="left" size={16} />
          <Trans>All applications</Trans>
        </Link>
      }
    >
      {data ? (
        <Review key={certificationId} application={data} />
      ) : application.isError ? (
        <ReadProblem read={application} />
      ) : (
        <ReviewSkeleton />
      )}
    </Page>
  )
}

function ApplicationHead({
  application: { state, submittedAt, applicant },
}: {
  readonly application: CertificationInfo
}) {
  const client = useClient()
  const when = formatMoment(submittedAt, client.locale)
  return (
    <span className={css.head}>
      <CertificationMark state={state} />
      <span>
        <Trans>Submitted {when}</Trans>
      </span>
      <span>{[applicant.name, applicant.account, applicant.phone, applicant.email].filter(Boolean).join(' · ')}</span>
    </span>
  )
}

/** The licence beside the submitted details, to compare line by line. */
function Review({ application }: { readonly application: CertificationInfo }) {
  const { t } = useLingui()
  const { form, shares } = application
  const doubtful = hasWrongCheckDigit(form.country, form.creditCode)
  return (
    <>
      <Shares shares={shares} />
      <div className={css.columns}>
        <section className={css.document} aria-label={t`Business licence`}>
          <PrivateDocument path={form.businessLicense} alt={t`The business licence of ${form.name}`} />
        </section>
        <section className={css.sheet} aria-label={t`As submitted`}>
          <CompanySheet
            form={form}
            level={2}
            noteOf={(key) =>
              key === 'creditCode' && doubtful ? (
                <>
                  <CheckDigitMark /> {noteOf(shares, key)}
                </>
              ) : (
                noteOf(shares, key)
              )
            }
          />
        </section>
      </div>
      <Decision application={application} />
    </>
  )
}

type SharesProps = Pick<CertificationInfo, 'shares'>
const FIELD_OF: Readonly<Record<CertificationInfo['shares'][number]['what'], CompanyKey>> = {
  creditCode: 'creditCode',
  legalPerson: 'legalPerson',
  bankAccount: 'bankAccount',
}

/** Warnings for the operator's decision. */
function Shares({ shares }: SharesProps) {
  if (shares.length === 0) return null
  return (
    <section className={css.warning} aria-labelledby="shares">
      <Icon name="alert" />
      <div>
        <h2 id="shares">
          <Trans>Shared with other companies</Trans>
        </h2>
        <ul>
          {shares.map(({ companyId, name, what }) => (
            <li key={companyId + what}>
              {what === 'creditCode' && (
                <Trans>
                  <strong>{name}</strong> has this credit code: approving makes this account one of that company’s, and
                  they bid as one.
                </Trans>
              )}
              {what === 'legalPerson' && (
                <Trans>
                  <strong>{name}</strong> has the same legal person.
                </Trans>
              )}
              {what === 'bankAccount' && (
                <Trans>
                  <strong>{name}</strong> has the same bank account.
                </Trans>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function noteOf(shares: CertificationInfo['shares'], field: CompanyKey) {
  const names = shares
    .filter(({ what }) => FIELD_OF[what] === field)
    .map(({ name }) => name)
    .join(', ')
  return (
    names !== '' && (
      <small className={css.note}>
        <Icon name="alert" size={14} />
        <Trans>Also that of {names}</Trans>
      </small>
    )
  )
}

const ReviewSkeleton = () => (
  <Skeleton className={css.columns}>
    <SkeletonLine block height="480px" />
    <SkeletonLine block height="480px" />
  </Skeleton>
)
