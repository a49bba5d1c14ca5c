import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/Button.tsx'
import { Mark } from '../../ui/Mark.tsx'
import css from './Certification.module.css'

/** Only certified companies read a catalogue (spec §5): says why, and what leads there. */
export function Certification({ pending, alone }: { readonly pending: boolean; readonly alone: boolean }) {
  const Heading = alone ? 'h1' : 'h2'
  return (
    <section className={css.card}>
      <div>{pending ? <Mark tone="warn" icon="clock"><Trans>Being certified</Trans></Mark> : <Mark tone="warn" icon="alert"><Trans>Not certified</Trans></Mark>}</div>
      <Heading><Trans>The catalogue is open to certified companies</Trans></Heading>
      <p>
        {pending
          ? <Trans>Your documents are with the operator. As soon as the certification is through, this catalogue opens, and you can sign up for the sale.</Trans>
          : <Trans>Sellers show lots, prices and papers to companies that the platform knows. Certification takes three steps.</Trans>}
      </p>
      {!pending && (
        <ol className={css.steps}>
          <li><p><Trans>Give your company's name, address, credit code and legal person.</Trans></p></li>
          <li><p><Trans>Add a picture of the business licence (JPG or PNG, under 2 MB).</Trans></p></li>
          <li><p><Trans>The operator checks it, draws up the service agreement, and you sign it.</Trans></p></li>
        </ol>
      )}
      <p><Trans>The practice sale needs none of this: it is open to you now.</Trans></p>
      <div><Link to="/index" hash="practice" className={buttonClass()}><Trans>To the practice sale</Trans></Link></div>
    </section>
  )
}
