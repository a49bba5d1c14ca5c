import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { BiddingNumber } from '../../../../domain/lot.ts'
import type { Limit } from '../../../../domain/state.ts'
import { CURRENCIES, formatMinor, type Currency } from '../../../../domain/units.ts'
import { readMoney } from '../../../lib/format/typed.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Money } from '../../../ui/Money.tsx'
import { ReadProblem } from '../../../ui/read/index.ts'
import { Skeleton, SkeletonLine } from '../../../ui/Skeleton.tsx'
import { ActProblem } from '../parts/ActProblem.tsx'
import { useAct } from '../parts/useAct.ts'
import { useSession, useVenue } from '../room/RoomContext.ts'
import css from './ColleaguesDialog.module.css'
import { useColleagues, type Colleague } from './useColleagues.ts'

/** The company's bidders, and each one's limit within the company's. */
export function ColleaguesDialog({ me, onClose }: { readonly me: BiddingNumber; readonly onClose: () => void }) {
  const list = useColleagues()
  return (
    <Dialog title={<Trans>Our people and their limits</Trans>} onClose={onClose}>
      <p className={css.about}>
        <Trans>
          A bid by any colleague binds the whole company. Each person can have a personal limit, set by a colleague or
          the operator, but not by that person. Our people and the operator see it; the host, the sellers and rivals do
          not.
        </Trans>
      </p>
      {list.data === undefined && list.isError ? (
        <ReadProblem read={list} />
      ) : list.data === undefined ? (
        <Skeleton>
          <SkeletonLine height="64px" block />
          <SkeletonLine height="64px" block />
        </Skeleton>
      ) : (
        <ul className={css.list}>
          {list.data.rows.map((one) => (
            <ColleagueRow key={one.userId} me={me} colleague={one} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function ColleagueRow({ me, colleague }: { readonly me: BiddingNumber; readonly colleague: Colleague }) {
  const limits = useSession((state) => state.bidders[me]?.people[colleague.userId] ?? null)
  const currencies = useCurrencies()
  const [open, setOpen] = useState(false)
  return (
    <li className={css.row}>
      <div className={css.head}>
        <b>{colleague.name}</b>
        {colleague.self ? (
          <small>
            <Trans>You</Trans>
          </small>
        ) : (
          <Button variant="line" size="small" onClick={() => setOpen(!open)} aria-expanded={open}>
            <Trans>Set a limit</Trans>
          </Button>
        )}
      </div>
      {currencies.map((currency) => (
        <LimitFact key={currency} currency={currency} limit={limits?.[currency] ?? null} />
      ))}
      {open &&
        currencies.map((currency) => (
          <LimitForm
            key={`${currency} ${limits?.[currency]?.most ?? ''}`}
            userId={colleague.userId}
            currency={currency}
            limit={limits?.[currency] ?? null}
          />
        ))}
    </li>
  )
}

/** The currencies of this sale's lots. */
function useCurrencies(): readonly Currency[] {
  const used = useSession(({ lots }) => [...new Set([...lots].map(({ currency }) => currency))].join(' '))
  return CURRENCIES.filter((currency) => used.split(' ').includes(currency))
}

function LimitFact({ currency, limit }: { readonly currency: Currency; readonly limit: Limit | null }) {
  return (
    <p className={css.fact}>
      {limit === null ? (
        <Trans>{currency}: no limit of its own</Trans>
      ) : (
        <Trans>
          {currency}: <Money amount={formatMinor(limit.most)} currency={currency} />,{' '}
          <Money amount={formatMinor(limit.exposed)} currency={currency} /> of it won and led
        </Trans>
      )}
    </p>
  )
}

function LimitForm({
  userId,
  currency,
  limit,
}: {
  readonly userId: string
  readonly currency: Currency
  readonly limit: Limit | null
}) {
  const { t } = useLingui()
  const { commands } = useVenue()
  const [typed, setTyped] = useState(limit === null ? '' : formatMinor(limit.most))
  const { busy, act, problem } = useAct({ inDialog: true })
  const read = readMoney(typed)
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (read !== null) void act(() => commands.limitColleague(userId, currency, read))
      }}
    >
      <Field
        label={t`Limit in ${currency}`}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" size="small" busy={busy} disabled={read === null}>
        <Trans>Set</Trans>
      </Button>
      {limit !== null && (
        <Button
          variant="line"
          size="small"
          busy={busy}
          onClick={() => void act(() => commands.limitColleague(userId, currency, null))}
        >
          <Trans>No limit</Trans>
        </Button>
      )}
      <ActProblem problem={problem} />
    </form>
  )
}
