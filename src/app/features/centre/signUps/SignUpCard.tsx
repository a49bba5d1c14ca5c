import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useNow } from '../../../lib/clock/useNow.ts'
import { participationOf } from '../../../lib/sale/index.ts'
import { useWho } from '../../../lib/user.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { PhaseMark, PracticeMark } from '../../../ui/marks.tsx'
import { Actions } from '../../../ui/sale/Actions.tsx'
import { PartLine } from '../../../ui/sale/PartLine.tsx'
import { saleFace } from '../../../ui/ticket/faces.ts'
import { Ticket } from '../../../ui/ticket/Ticket.tsx'
import { DepositLine } from './DepositLine.tsx'
import { entryOf, type SignUp } from './entry.ts'
import { NextStepLine } from './NextStepLine.tsx'
import { PinLine } from './PinLine.tsx'
import css from './SignUps.module.css'
import { useClient } from '../../../lib/client.ts'

/** A sign-up as a ticket, stamped with the company's bidding number, with the next step. */
export function SignUpCard({ signUp }: { readonly signUp: SignUp }) {
  const { locale } = useClient()
  const { i18n } = useLingui()
  const who = useWho()
  const now = useNow()
  const entry = entryOf(signUp)
  const { schedule, timeline } = entry
  // This list shows the company's bidding number in practice sales too.
  const part = participationOf({ practice: false }, timeline, who, now)
  return (
    <Ticket
      face={saleFace({ i18n, locale }, signUp)}
      mark={schedule.practice ? <PracticeMark /> : <PhaseMark phase={timeline.state} />}
      acts={
        <>
          <Actions entry={entry} part={part} />
          {timeline.state === 5 && !schedule.practice && (
            <Link to="/user/order" className={buttonClass({ variant: 'line' })}>
              <Trans>Won lots</Trans>
            </Link>
          )}
        </>
      }
    >
      <div className={css.own}>
        <PartLine part={part} />
        <p className={css.next}>
          <NextStepLine entry={entry} part={part} now={now} deposit={signUp.deposit} />
        </p>
        <DepositLine signUp={signUp} now={now} />
        <PinLine signUp={signUp} />
      </div>
    </Ticket>
  )
}
