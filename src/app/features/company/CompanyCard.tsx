import { Trans } from '@lingui/react/macro'
import { useWho } from '../../lib/user.ts'
import { stepOf, wayIn, type WayIn } from '../../lib/wayIn.ts'
import { AccountMark, AgreementMark } from '../../ui/company/marks.tsx'
import { WayInSteps } from '../../ui/company/WayIn.tsx'
import { NextStep } from '../../ui/NextStep.tsx'
import css from './CompanyCard.module.css'

/** On the account page: the company's state and the next step. */
export function CompanyCard() {
  const who = useWho()
  if (who.kind !== 'user') return null
  const { company, status, agreementStatus } = who.user
  const way = wayIn(who.user)
  return (
    <section className={css.card} aria-labelledby="company-card">
      <header className={css.head}>
        <h2 id="company-card">{company?.name ?? <Trans context="company">Company</Trans>}</h2>
        <AccountMark status={status} />
      </header>
      {way !== 'suspended' && stepOf(way) < 5 && <WayInSteps way={way} />}
      <p>
        <Sentence way={way} />
      </p>
      {status === 4 && (
        <p className={css.agreement}>
          <Trans>Service agreement</Trans> <AgreementMark status={agreementStatus} />
        </p>
      )}
      <div className={css.acts}>
        <NextStep way={way} />
      </div>
    </section>
  )
}

function Sentence({ way }: { readonly way: WayIn }) {
  switch (way) {
    case 'certify':
      return (
        <Trans>
          Only certified companies read catalogues, sign up and bid. Give your company’s details and a picture of its
          licence.
        </Trans>
      )
    case 'wait':
      return <Trans>The operator is reviewing your application</Trans>
    case 'draw':
      return (
        <Trans>
          Catalogues are open to you. The operator draws up the service agreement; once you have signed it, you can sign
          up and bid.
        </Trans>
      )
    case 'sign':
      return (
        <Trans>
          Catalogues are open to you. One thing is left before you can sign up and bid: the service agreement awaits
          your signature.
        </Trans>
      )
    case 'ready':
      return <Trans>The service agreement is in effect. Catalogues, sign-up and bidding are open to you.</Trans>
    case 'suspended':
      return <Trans>Your account is suspended from trading. Please contact the operator.</Trans>
  }
}
