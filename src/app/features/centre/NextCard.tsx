import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../lib/client.ts'
import { useMinute } from '../../lib/clock/useNow.ts'
import { formatZoned, groupThousands } from '../../lib/format/index.ts'
import { useSignedIn } from '../../lib/user.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { OnlineButton } from '../../ui/online/OnlineButton.tsx'
import { useEnter } from '../../ui/sale/useEnter.ts'
import { soldQuery, unsignedQuery, waitingQuery } from './contracts/queries.ts'
import css from './NextCard.module.css'
import { nextStepOf, type NextStep } from './nextStep.ts'
import { entryOf } from './signUps/entry.ts'
import { signUpsQuery } from './signUps/queries.ts'

const NEWEST = 20

/** The reader's next step in trading, on the account page. Empty while the company's papers come first. */
export function NextCard() {
  const who = useSignedIn()
  const now = useMinute()
  const trades = who.kind === 'user' && who.user.company !== null
  const enabled = trades && !who.user.roles.includes('host') && !who.user.roles.includes('audience')
  const waiting = useQuery({ ...waitingQuery, enabled })
  const unsigned = useQuery({ ...unsignedQuery, enabled })
  const sold = useQuery({ ...soldQuery, enabled })
  const signUps = useQuery({ ...signUpsQuery(1, NEWEST), enabled })
  if (!enabled || [waiting, unsigned, signUps].some(({ isPending }) => isPending)) return null
  const next = nextStepOf(
    {
      user: who.user,
      waiting: waiting.data?.total ?? 0,
      unsigned: unsigned.data?.total ?? 0,
      signUps: signUps.data?.rows ?? [],
    },
    now,
  )
  if (next === null) return null
  return (
    <section className={css.card} aria-labelledby="next-card">
      <h2 id="next-card">
        <Trans>Your next step</Trans>
      </h2>
      <p className={css.what}>
        <Words next={next} />
      </p>
      <div className={css.acts}>
        <Act next={next} />
        {(sold.data?.total ?? 0) > 0 && (
          <Link to="/user/order" search={{ side: 'seller' }} className={buttonClass({ variant: 'line' })}>
            <Trans>Sold lots</Trans>
          </Link>
        )}
      </div>
    </section>
  )
}

interface Props {
  readonly next: NextStep
}

function Words({ next }: Props) {
  const { locale } = useClient()
  switch (next.kind) {
    case 'contracts':
      return (
        <Plural
          value={next.count}
          one="One contract waits for your company: read it, then sign it."
          other={`${groupThousands(next.count)} contracts wait for your company: read them, then sign them.`}
        />
      )
    case 'unsigned':
      return (
        <Plural
          value={next.count}
          one="One lot is won and in no contract yet."
          other={`${groupThousands(next.count)} lots are won and in no contract yet.`}
        />
      )
    case 'enter': {
      const { scheduleName, biddingNumber, state } = next.signUp
      return state === 4 ? (
        <Trans>
          {scheduleName} is running. Your bidding number is {biddingNumber}.
        </Trans>
      ) : (
        <Trans>
          The doors of {scheduleName} are open. Your bidding number is {biddingNumber}.
        </Trans>
      )
    }
    case 'await': {
      const { scheduleName, startTime } = next.signUp
      const start = formatZoned(startTime, locale)
      return (
        <Trans>
          {scheduleName} starts {start}. Choose your lots in the catalogue until then.
        </Trans>
      )
    }
    case 'sales':
      return <Trans>You can sign up and bid. Choose a sale.</Trans>
  }
}

function Act({ next }: Props) {
  const enter = useEnter()
  switch (next.kind) {
    case 'contracts':
      return (
        <Link to="/user/contract" search={{ mine: true }} className={buttonClass()}>
          <Trans>Contracts waiting for you</Trans>
        </Link>
      )
    case 'unsigned':
      return (
        <Link to="/user/order/sign" className={buttonClass()}>
          <Trans>Make a contract of won lots</Trans>
        </Link>
      )
    case 'enter':
      return (
        <OnlineButton busy={enter.isPending} onClick={() => enter.mutate(entryOf(next.signUp).timeline)}>
          <Trans>Enter venue</Trans>
        </OnlineButton>
      )
    case 'await':
      return (
        <Link
          to="/target/list"
          search={{ scheduleTimelineId: next.signUp.scheduleTimelineId }}
          className={buttonClass()}
        >
          <Trans>View catalogue</Trans>
        </Link>
      )
    case 'sales':
      return (
        <Link to="/index" hash="sessions" className={buttonClass()}>
          <Trans>View sales</Trans>
        </Link>
      )
  }
}
