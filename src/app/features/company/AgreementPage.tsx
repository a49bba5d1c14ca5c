import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useScreenTitle } from '../../lib/screenTitle.ts'
import { formatMoment } from '../../lib/format/index.ts'
import { useFocusOnChange } from '../../lib/useFocusOnChange.ts'
import { useWho, type Who } from '../../lib/user.ts'
import { wayIn } from '../../lib/wayIn.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { AgreementMark } from '../../ui/company/marks.tsx'
import { WayInSteps } from '../../ui/company/WayIn.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { FileButton } from '../../ui/files/FileButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { Page } from '../../ui/Page.tsx'
import { SkeletonLine, Skeleton } from '../../ui/Skeleton.tsx'
import { NextStep } from '../../ui/NextStep.tsx'
import { ReadAge, ReadProblem } from '../../ui/read/index.ts'
import css from './AgreementPage.module.css'
import { agreementQuery, type Agreement } from './queries.ts'
import { SignForm } from './SignForm.tsx'
import { useClient } from '../../lib/client.ts'

export function AgreementPage() {
  const title = useScreenTitle('UserAgreement')
  const agreement = useQuery(agreementQuery)
  const who = useWho()
  const place = useFocusOnChange<HTMLDivElement>(agreement.data && String(agreement.data.status))
  return (
    <Page
      title={title}
      heading={title}
      actions={
        agreement.data?.text ? (
          <span className={classes(css.print, css.tools)}>
            <FileButton
              path="/user/serviceAgreement/pdf"
              name={`${title}.pdf`}
              stamp={`${agreement.data.hash} ${agreement.data.signedAt}`}
            />
            <Button variant="line" onClick={() => window.print()}>
              <Icon name="print" size={18} />
              <Trans>Print</Trans>
            </Button>
          </span>
        ) : null
      }
    >
      <div className={css.page} ref={place} tabIndex={-1}>
        {agreement.data ? (
          <>
            <Shown agreement={agreement.data} who={who} />
            <ReadAge read={agreement} />
          </>
        ) : agreement.isError ? (
          <ReadProblem read={agreement} />
        ) : (
          <AgreementSkeleton />
        )}
      </div>
    </Page>
  )
}

function Shown({ agreement, who }: { readonly agreement: Agreement; readonly who: Who }) {
  const { t } = useLingui()
  const { status, text, version, hash } = agreement
  const way = who.kind === 'user' ? wayIn(who.user) : null
  const steps =
    way && way !== 'suspended' && way !== 'ready' ? (
      <div className={css.print}>
        <WayInSteps way={way} />
      </div>
    ) : null
  if (text === null || version === null || hash === null)
    return (
      <>
        {steps}
        <None way={way} />
      </>
    )
  return (
    <>
      {steps}
      <article className={css.paper} aria-labelledby="agreement-head" tabIndex={-1} data-news="">
        <header className={css.head} id="agreement-head">
          <AgreementMark status={status} />
          <Facts agreement={agreement} />
        </header>
        <Markdown text={text} />
        {status === 1 && <Evidence agreement={agreement} />}
      </article>
      {status === 2 && (
        <SignForm
          agreement={{ hash, version, passwordKey: agreement.passwordKey }}
          company={(who.kind === 'user' && who.user.company?.name) || t`my company`}
        />
      )}
      {status === 1 && way && (
        <div className={css.next}>
          <NextStep way={way} current="agreement" />
        </div>
      )}
    </>
  )
}

function None({ way }: { readonly way: ReturnType<typeof wayIn> | null }) {
  return (
    <Empty
      title={<Trans>There is no service agreement yet.</Trans>}
      action={way && <NextStep way={way} current="agreement" />}
    >
      <Trans>
        It is generated as soon as the company is certified. You read it here, sign it, and can then sign up and bid.
      </Trans>
    </Empty>
  )
}

function Facts({ agreement: { version, generatedAt } }: { readonly agreement: Agreement }) {
  const client = useClient()
  const when = generatedAt && formatMoment(generatedAt, client.locale)
  return (
    <p className={css.facts}>
      <span>
        <Trans>Version {version}</Trans>
      </span>
      {when && (
        <span>
          <Trans>Generated {when}</Trans>
        </span>
      )}
    </p>
  )
}

/** The stored evidence of the signature, as the company may show it to a third party. */
function Evidence({ agreement: { hash, version, signedAt, signedBy } }: { readonly agreement: Agreement }) {
  const client = useClient()
  const when = signedAt && formatMoment(signedAt, client.locale)
  return (
    <section className={css.evidence} aria-labelledby="evidence">
      <h2 id="evidence">
        <Trans>Signed electronically</Trans>
      </h2>
      <dl>
        <div>
          <dt>
            <Trans>Signed by</Trans>
          </dt>
          <dd>{signedBy}</dd>
        </div>
        <div>
          <dt>
            <Trans>Signed at</Trans>
          </dt>
          <dd>
            {signedAt && (
              <time translate="no" dateTime={signedAt}>
                {when} (UTC+8)
              </time>
            )}
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Version</Trans>
          </dt>
          <dd>{version}</dd>
        </div>
        <div>
          <dt>
            <Trans>SHA-256 of both languages’ text</Trans>
          </dt>
          <dd className={css.hash}>{hash}</dd>
        </div>
      </dl>
      <p>
        <Trans>
          The password was asked again. Address and device are kept with the signature; a change of the text would make
          a new version and ask for a new one.
        </Trans>
      </p>
    </section>
  )
}

const AgreementSkeleton = () => (
  <Skeleton className={css.paper}>
    <SkeletonLine width="30%" />
    <SkeletonLine width="60%" height="1.6em" />
    <SkeletonLine />
    <SkeletonLine />
    <SkeletonLine width="80%" />
    <SkeletonLine width="40%" height="1.4em" />
    <SkeletonLine />
    <SkeletonLine width="70%" />
  </Skeleton>
)
