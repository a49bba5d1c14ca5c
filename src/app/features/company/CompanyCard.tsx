import { Trans } from '@lingui/react/macro'
import { useMenu } from '../../lib/menu.ts'
import { useWho, type User } from '../../lib/user.ts'
import { stepOf, wayIn, type WayIn } from '../../lib/wayIn.ts'
import { AccountMark, AgreementMark } from '../../ui/company/marks.tsx'
import { WayInSteps } from '../../ui/company/WayIn.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { NextStep } from '../../ui/NextStep.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import css from './CompanyCard.module.css'

/** The company's state and its next step, on the account page. */
export function CompanyCard() {
  const who = useWho()
  if (who.kind !== 'user') return null
  if (isOperator(who.user)) return <OperatorCard />
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
        {way === 'ready' && who.user.roles.includes('host') ? (
          <Trans>You run the sales that you host: enter a sale from the home page, start it and steer it.</Trans>
        ) : way === 'ready' && who.user.roles.includes('audience') ? (
          <Trans>You can watch sales: open one on the home page and enter it as audience.</Trans>
        ) : (
          <Sentence way={way} />
        )}
      </p>
      {status === 4 && (
        <p className={css.agreement}>
          <Trans>Service agreement</Trans> <AgreementMark status={agreementStatus} />
        </p>
      )}
      <div className={css.acts}>{!tradesAlready(who.user) && <NextStep way={way} />}</div>
    </section>
  )
}

/** The company's next step is a sale or a contract, which has a card of its own. */
const tradesAlready = (user: User): boolean =>
  wayIn(user) === 'ready' && !user.roles.includes('host') && !user.roles.includes('audience')

/** The person works for the platform and for no company, so there is nothing to certify. */
const isOperator = ({ company, roles, permissions }: User): boolean =>
  company === null && (roles.includes('admin') || permissions.length > 0)

function OperatorCard() {
  const desk = useMenu()?.find(({ name }) => name === 'Desk')
  return (
    <section className={css.card} aria-labelledby="company-card">
      <header className={css.head}>
        <h2 id="company-card">
          <Trans>Operator’s account</Trans>
        </h2>
      </header>
      <p>
        <Trans>You work for the platform: certification and a service agreement are for trading companies.</Trans>
      </p>
      <div className={css.acts}>
        {desk?.children
          .filter(({ hidden }) => !hidden)
          .slice(0, MOST_WAYS)
          .map(({ name, path, meta }, at) => (
            <PathLink key={name} href={path} className={buttonClass({ variant: at === 0 ? 'fill' : 'line' })}>
              {meta.title}
            </PathLink>
          ))}
      </div>
    </section>
  )
}
const MOST_WAYS = 3

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
