import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { usePracticeOffered } from '../../lib/sale/index.ts'
import type { WayIn } from '../../lib/wayIn.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { WayInSteps } from '../../ui/company/WayIn.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { NextStep } from '../../ui/NextStep.tsx'
import css from './Certification.module.css'

/** Tells the reader that only certified companies may read a catalogue (spec §5), and the next step. */
export function Certification({ way, alone }: { readonly way: WayIn; readonly alone: boolean }) {
  const Heading = alone ? 'h1' : 'h2'
  const offered = usePracticeOffered()
  return (
    <section className={css.card}>
      <div>
        <Standing way={way} />
      </div>
      <Heading>
        <Trans>The catalogue is open to certified companies</Trans>
      </Heading>
      {way !== 'suspended' && <WayInSteps way={way} />}
      <Why way={way} />
      <div className={css.acts}>
        <NextStep way={way} />
        {offered && (
          <Link to="/index" hash="practice" className={buttonClass({ variant: 'line' })}>
            <Trans>Go to practice sale</Trans>
          </Link>
        )}
        <Link to="/home/list" search={{ list: 'pending' }} className={buttonClass({ variant: 'quiet' })}>
          <Trans>See which timber is coming</Trans>
        </Link>
      </div>
      {offered && way !== 'suspended' && (
        <p className={css.practice}>
          <Trans>The practice sale is open to you now, without certification.</Trans>
        </p>
      )}
    </section>
  )
}

function Standing({ way }: { readonly way: WayIn }) {
  if (way === 'suspended')
    return (
      <Mark tone="bad" icon="pause">
        <Trans>Suspended</Trans>
      </Mark>
    )
  if (way === 'wait')
    return (
      <Mark tone="warn" icon="clock">
        <Trans>Being certified</Trans>
      </Mark>
    )
  return (
    <Mark tone="warn" icon="alert">
      <Trans>Not certified</Trans>
    </Mark>
  )
}

function Why({ way }: { readonly way: WayIn }) {
  switch (way) {
    case 'suspended':
      return (
        <p>
          <Trans>Your account is suspended from trading. Please contact the operator.</Trans>
        </p>
      )
    case 'wait':
      return (
        <p>
          <Trans>
            Your documents are with the operator. As soon as the certification is through, this catalogue opens, and you
            can sign up for the sale.
          </Trans>
        </p>
      )
    default:
      return (
        <>
          <p>
            <Trans>
              Sellers show lots, prices and papers to companies that the platform knows. Certification takes three
              steps.
            </Trans>
          </p>
          <ol className={css.steps}>
            <li>
              <p>
                <Trans>Give your company's name, address, credit code and legal person.</Trans>
              </p>
            </li>
            <li>
              <p>
                <Trans>Add a picture of the business licence (JPG or PNG, under 2 MB).</Trans>
              </p>
            </li>
            <li>
              <p>
                <Trans>The operator checks it, draws up the service agreement, and you sign it.</Trans>
              </p>
            </li>
          </ol>
        </>
      )
  }
}
