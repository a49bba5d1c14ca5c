import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState, type ReactNode } from 'react'
import { formatMoment } from '../../lib/format/index.ts'
import { wayIn } from '../../lib/wayIn.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { CompanySheet } from '../../ui/company/CompanySheet.tsx'
import { PrivateDocument } from '../../ui/company/PrivateDocument.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Mark, type MarkTone } from '../../ui/Mark.tsx'
import { NextStep } from '../../ui/NextStep.tsx'
import { CompanyForm } from './CompanyForm.tsx'
import css from './CompanyPart.module.css'
import type { CompanyInfo } from './queries.ts'
import { useClient } from '../../lib/client.ts'

interface Props {
  readonly info: CompanyInfo
}

export function Waiting({ info }: Props) {
  const { t } = useLingui()
  return (
    <>
      <Standing
        tone="warn"
        icon="clock"
        mark={t`To be certified`}
        title={t`The operator is reviewing your application`}
        at={info.certification?.submittedAt}
      >
        <p>
          <Trans>
            Next, the operator compares your entries with the licence. If they match, the company is certified and its
            service agreement is drawn up for you to sign. If something is missing, this page says what, and you correct
            just that.
          </Trans>
        </p>
        <p>
          <Trans>Nothing for you to do now. The answer appears on this page.</Trans>
        </p>
      </Standing>
      <Submitted info={info} />
    </>
  )
}

/** The refused application: the reason, and the form as submitted. */
export function Refused({ info }: Props) {
  const { t } = useLingui()
  return (
    <>
      <Standing
        tone="bad"
        icon="alert"
        mark={t`Returned`}
        title={t`The operator asks you to correct your application`}
        at={info.certification?.reviewedAt}
      >
        <blockquote className={css.reason}>{info.certification?.reason}</blockquote>
        <p>
          <Trans>Everything you submitted is in the form below. Correct it and submit again.</Trans>
        </p>
      </Standing>
      <CompanyForm start={info.form ?? {}} />
    </>
  )
}

export function Certified({ info }: Props) {
  const { t } = useLingui()
  const way = wayIn(info)
  if (way === 'suspended') return null
  return (
    <>
      <Standing
        tone="good"
        icon="check"
        mark={t`Certified`}
        title={info.form?.name ?? t`Your company is certified`}
        at={info.certification?.reviewedAt}
      >
        {way === 'sign' && (
          <p>
            <Trans>
              Catalogues are open to you. One thing is left before you can sign up and bid: the service agreement awaits
              your signature.
            </Trans>
          </p>
        )}
        {way === 'draw' && (
          <p>
            <Trans>
              Catalogues are open to you. The operator draws up the service agreement; once you have signed it, you can
              sign up and bid.
            </Trans>
          </p>
        )}
        {way === 'ready' && (
          <p>
            <Trans>The service agreement is in effect. Catalogues, sign-up and bidding are open to you.</Trans>
          </p>
        )}
        <div className={css.acts}>
          <NextStep way={way} current="company" />
        </div>
      </Standing>
      <Change info={info} />
    </>
  )
}

/** A change of details under review; the company stays certified meanwhile. */
function Change({ info }: Props) {
  const { t } = useLingui()
  const { certification } = info
  const [changing, setChanging] = useState(certification?.state === 'refused')
  if (certification?.state === 'pending') {
    return (
      <>
        <Standing
          tone="warn"
          icon="clock"
          mark={t`Pending`}
          title={t`A change of your details is being checked`}
          at={certification.submittedAt}
        >
          <p>
            <Trans>Your company stays certified meanwhile. The answer shows here.</Trans>
          </p>
        </Standing>
        <Submitted info={info} />
      </>
    )
  }
  return (
    <>
      {certification?.state === 'refused' && (
        <Standing
          tone="bad"
          icon="alert"
          mark={t`Returned`}
          title={t`The operator asks you to correct the change`}
          at={certification.reviewedAt}
        >
          <blockquote className={css.reason}>{certification.reason}</blockquote>
        </Standing>
      )}
      {changing ? (
        <CompanyForm start={info.form ?? {}} onSubmitted={() => setChanging(false)} />
      ) : (
        <Submitted info={info} />
      )}
      {!changing && (
        <div className={css.acts}>
          <Button variant="line" onClick={() => setChanging(true)}>
            <Trans>Change the details</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

export function Suspended({ info }: Props) {
  const { t } = useLingui()
  return (
    <>
      <Standing tone="bad" icon="pause" mark={t`Suspended`} title={t`Trading is suspended for your company`}>
        <p>
          <Trans>
            You cannot sign up, enter a sale or bid until the operator reinstates the account. Contracts that were made
            stay as they are. Please contact the operator; the phone number is at the foot of this page.
          </Trans>
        </p>
      </Standing>
      <Submitted info={info} />
    </>
  )
}

interface StandingProps {
  readonly tone: Extract<MarkTone, 'good' | 'bad' | 'warn'>
  readonly icon: IconName
  readonly mark: string
  readonly title: string
  readonly at?: string | null | undefined
  readonly children: ReactNode
}

/** The certification's state, as a word and a sentence. */
function Standing({ tone, icon, mark, title, at, children }: StandingProps) {
  const client = useClient()
  const when = at && formatMoment(at, client.locale)
  const id = useId()
  return (
    <section
      className={classes(css.standing, css[tone])}
      aria-labelledby={`${id}-mark ${id}-title`}
      tabIndex={-1}
      data-news=""
    >
      <p className={css.mark}>
        <span id={`${id}-mark`}>
          <Mark tone={tone} icon={icon}>
            {mark}
          </Mark>
        </span>
        {when && (
          <time translate="no" dateTime={at}>
            {when}
          </time>
        )}
      </p>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  )
}

/** The submitted application; the licence is fetched only on a press. */
function Submitted({ info: { form } }: Props) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  if (!form) return null
  return (
    <section className={css.paper} aria-label={t`As submitted`}>
      <CompanySheet form={form} />
      {open ? (
        <PrivateDocument path={form.businessLicense} alt={t`The business licence`} />
      ) : (
        <div>
          <Button variant="line" onClick={() => setOpen(true)}>
            <Icon name="doc" size={18} />
            <Trans>Show the business licence</Trans>
          </Button>
        </div>
      )}
    </section>
  )
}
