import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newKey } from '../../../client/ports/newKey.ts'
import { useClient } from '../../lib/client.ts'
import { usePassed } from '../../lib/clock/usePassed.ts'
import { formatMoment, formatMoney } from '../../lib/format/index.ts'
import { useWho } from '../../lib/user.ts'
import { ActButton } from '../ActButton.tsx'
import { confirm } from '../confirm.ts'
import { Countdown } from '../Countdown.tsx'
import { Icon } from '../Icon.tsx'
import { Money } from '../Money.tsx'
import { notify } from '../toast.ts'
import css from './AskedDeals.module.css'
import { askedDealsQuery, type AskedDeal } from './queries.ts'

interface Props {
  /** Only deals of this lot and its parts. */
  readonly lot?: string
}

/** Deals that wait for the yes of the reader's company, with the time left: answered here, in the room or out of it. */
export function AskedDeals({ lot }: Props) {
  const who = useWho()
  const { data = [] } = useQuery({ ...askedDealsQuery, enabled: who.kind === 'user' && who.user.company !== null })
  const own =
    lot === undefined ? data : data.filter(({ contractObjectId: id }) => id === lot || id.startsWith(`${lot}.`))
  return own.map((deal) => <Asked key={`${deal.contractObjectId} ${deal.until}`} deal={deal} />)
}

function Asked({ deal }: { readonly deal: AskedDeal }) {
  const { locale } = useClient()
  const until = Date.parse(deal.until)
  const isOver = usePassed(until) > 0
  const { lotNumber, name } = deal
  const price = <Money amount={deal.price} currency={deal.currency} per={deal.unit} />
  const total = <Money amount={deal.amount} currency={deal.currency} />
  if (isOver) return null
  return (
    <section className={css.asked} aria-live="polite">
      <Icon name="hammer" size={24} />
      <div className={css.words}>
        <strong>
          {deal.asks === 'bidder' ? (
            <Trans>
              Lot {lotNumber}, {name}, is offered to you
            </Trans>
          ) : (
            <Trans>
              Lot {lotNumber}, {name}, waits for your yes
            </Trans>
          )}
        </strong>
        <p>
          {deal.asks === 'bidder' ? (
            <Trans>
              Its deal was cancelled. You may have it at your own last bid, {price}, {total} in all.
            </Trans>
          ) : (
            <Trans>
              It closed below your reserve at {price}, {total} in all.
            </Trans>
          )}
        </p>
        <p className={css.left}>
          <Trans>
            Time left to answer: <Countdown to={until} /> (until {formatMoment(deal.until, locale)}). No answer is a no.
          </Trans>
        </p>
      </div>
      <Answers deal={deal} />
    </section>
  )
}

function Answers({ deal }: { readonly deal: AskedDeal }) {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  // One key for an answer however often it is sent: after a lost link the room returns its first verdict.
  const [keys] = useState(() => ({ yes: newKey(), no: newKey() }))
  const { contractObjectId, scheduleTimelineId, lotNumber, asks } = deal
  const answer = useMutation({
    mutationFn: (yes: boolean) =>
      client.calls.send('dealAnswer', {
        body: { scheduleTimelineId, contractObjectId, yes, bidKey: yes ? keys.yes : keys.no },
      }),
    onSuccess: (_verdict, yes) =>
      notify(client, {
        tone: yes ? 'good' : 'calm',
        title: yes ? t`The deal on lot ${lotNumber} is made.` : t`Declined: lot ${lotNumber}.`,
        ...(yes && { text: t`It is among your deals, where its contract is made.` }),
      }),
    onSettled: () =>
      Promise.all([['deals'], ['trade'], ['lot'], ['lots']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
  const gives = asks === 'seller'
  const ask = async (yes: boolean) => {
    const [price, amount] = [deal.price, deal.amount].map((money) => formatMoney(money, deal.currency))
    const sure = await confirm(
      client,
      yes
        ? {
            title: gives ? t`Give lot ${lotNumber}?` : t`Take lot ${lotNumber}?`,
            text: t`${price}, ${amount} in all. This is a deal at once.`,
            confirmLabel: gives ? t`Give it` : t`Take it`,
          }
        : {
            title: t`Decline lot ${lotNumber}?`,
            text: t`You are not asked about it again.`,
            confirmLabel: t`Decline`,
          },
    )
    if (sure) answer.mutate(yes)
  }
  return (
    <div className={css.acts}>
      <ActButton busy={answer.isPending && answer.variables} onClick={() => void ask(true)}>
        {gives ? <Trans>Give it</Trans> : <Trans>Take it</Trans>}
      </ActButton>
      <ActButton variant="line" busy={answer.isPending && !answer.variables} onClick={() => void ask(false)}>
        <Trans>Decline</Trans>
      </ActButton>
    </div>
  )
}
