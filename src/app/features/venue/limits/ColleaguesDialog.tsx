import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { BiddingNumber } from '../../../../domain/lot.ts'
import type { Limit } from '../../../../domain/state.ts'
import { CURRENCIES, formatMinor, minor, type Currency } from '../../../../domain/units.ts'
import { useFigure } from '../../../lib/form/useFigure.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FigureField } from '../../../ui/FigureField.tsx'
import { Money } from '../../../ui/Money.tsx'
import { ReadProblem } from '../../../ui/read/index.ts'
import { Skeleton, SkeletonLine } from '../../../ui/Skeleton.tsx'
import { useFar } from '../../../ui/useFar.tsx'
import { ActProblem } from '../parts/ActProblem.tsx'
import { useAct } from '../parts/useAct.ts'
import { useRefused } from '../parts/useRefused.ts'
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
          A bid by any colleague binds the whole company. Each person can have a personal limit, set by the operator, or
          for the others by the person who signed our company up. Our people and the operator see it; the host, the
          sellers and rivals do not.
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
            <ColleagueRow
              key={one.userId}
              me={me}
              colleague={one}
              maySet={!one.self && list.data.rows.some(({ self, principal }) => self && principal)}
            />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

interface ColleagueRowProps {
  readonly me: BiddingNumber
  readonly colleague: Colleague
  readonly maySet: boolean
}

function ColleagueRow({ me, colleague, maySet }: ColleagueRowProps) {
  const limits = useSession((state) => state.bidders[me]?.people[colleague.userId] ?? null)
  const company = useSession((state) => state.bidders[me]?.limits ?? null)
  const currencies = useCurrencies()
  const [open, setOpen] = useState(false)
  return (
    <li className={css.row}>
      <div className={css.head}>
        <b>{colleague.name}</b>
        {colleague.self && (
          <small>
            <Trans>You</Trans>
          </small>
        )}
        {maySet && (
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
            company={company?.[currency] ?? null}
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
  company,
}: {
  readonly userId: string
  readonly currency: Currency
  readonly limit: Limit | null
  /** The company's limit, which a first one of a person is compared with. */
  readonly company: Limit | null
}) {
  const { t } = useLingui()
  const { commands } = useVenue()
  const most = useFigure({ of: 'money', currency }, limit?.most ?? null)
  const far = useFar({ amount: most.value, stands: (limit ?? company)?.most ?? null, currency })
  const { busy, act, problem } = useAct({ inDialog: true })
  const refused = useRefused()
  const set = (form: Element | null, sure = false): void => {
    if (!most.settle() || most.value === null) return form === null ? undefined : refused(form)
    if (!sure && far.asks()) return
    const limited = minor(most.value)
    void act(() => commands.limitColleague(userId, currency, limited))
  }
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        set(event.currentTarget)
      }}
    >
      <FigureField {...most.bound} label={t`Limit in ${currency}`} />
      <ActButton type="submit" size="small" busy={busy}>
        <Trans>Set</Trans>
      </ActButton>
      {limit !== null && (
        <ActButton
          variant="line"
          size="small"
          busy={busy}
          onClick={() => void act(() => commands.limitColleague(userId, currency, null))}
        >
          <Trans>No limit</Trans>
        </ActButton>
      )}
      {far.question(() => set(null, true))}
      <ActProblem problem={problem} />
    </form>
  )
}
