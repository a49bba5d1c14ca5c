import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useClient } from '../../../lib/client.ts'
import { formatZoned } from '../../../lib/format/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Mark, type MarkTone } from '../../../ui/Mark.tsx'
import { Money } from '../../../ui/Money.tsx'
import { ReasonDialog } from '../../../ui/ReasonDialog.tsx'
import { RULES, type DepositRow } from './deposit.ts'
import { useSaleAct } from './queries.ts'
import css from './SalePage.module.css'

type Hold = NonNullable<DepositRow['hold']>
const STAGE: Readonly<Record<Hold['stage'], readonly [MarkTone, MessageDescriptor]>> = {
  open: ['warn', msg`The company may object`],
  objected: ['bad', msg`Objection to answer`],
  due: ['warn', msg`May be kept now`],
  unfounded: ['warn', msg`Held without a rule`],
  kept: ['calm', msg({ context: 'hold', message: 'Kept' })],
  released: ['calm', msg({ context: 'hold', message: 'No longer held' })],
}

interface Props {
  readonly of: { readonly id: string; readonly companyId: string; readonly after: number }
  readonly row: DepositRow & { readonly hold: Hold }
}

/** How a hold stands: its rule, the time to object, the company's objection and the answer to it. */
export function HoldLine({ of, row: { seq, currency, hold } }: Props) {
  const { locale } = useClient()
  const { i18n } = useLingui()
  const [answering, setAnswering] = useState<'upheld' | 'rejected' | null>(null)
  const { rule, stage, left, until, objection } = hold
  const [tone, words] = STAGE[stage]
  const untilSaid = formatZoned(until, locale)
  return (
    <>
      <p className={css.hold}>
        <Mark tone={tone}>{i18n._(words)}</Mark>
        {Number(left) > 0 && (
          <span>
            <Trans>Still held:</Trans> <Money amount={left} currency={currency} />
          </span>
        )}
      </p>
      <small>
        {rule !== null && i18n._(RULES[rule])}
        {rule !== null && (stage === 'open' || stage === 'objected') && (
          <>
            {' · '}
            <Trans>Objections until {untilSaid}</Trans>
          </>
        )}
      </small>
      {objection && (
        <blockquote className={css.said}>
          <p>{objection.text}</p>
          <small>
            <Trans>Objection of {formatZoned(objection.at, locale)}</Trans>
          </small>
          {objection.answer && (
            <small>
              {objection.answer.answer === 'upheld' ? <Trans>Upheld:</Trans> : <Trans>Rejected:</Trans>}{' '}
              {objection.answer.reason}
            </small>
          )}
        </blockquote>
      )}
      {objection?.answer === null && (
        <div className={css.acts}>
          <Button size="small" onClick={() => setAnswering('upheld')}>
            <Trans>Uphold and release…</Trans>
          </Button>
          <Button size="small" variant="line" onClick={() => setAnswering('rejected')}>
            <Trans>Reject…</Trans>
          </Button>
        </div>
      )}
      {answering && <Answer of={of} hold={seq} answer={answering} onClose={() => setAnswering(null)} />}
    </>
  )
}

interface AnswerProps extends Pick<Props, 'of'> {
  readonly hold: number
  readonly answer: 'upheld' | 'rejected'
  readonly onClose: () => void
}

function Answer({ of: { id, companyId, after }, hold, answer, onClose }: AnswerProps) {
  const client = useClient()
  const { t } = useLingui()
  const act = useSaleAct(id, onClose)
  const words =
    answer === 'upheld'
      ? {
          title: t`Uphold the objection?`,
          about: t`The hold is released, and the company is told with your words.`,
          samples: [t`The contract was signed in time.`, t`The payment has arrived.`],
          confirmLabel: t`Uphold and release`,
        }
      : {
          title: t`Reject the objection?`,
          about: t`The money stays held and may be kept once the five days are over. The company is told with your words.`,
          samples: [t`The contract’s time ran out without a signature.`, t`No payment has arrived.`],
          confirmLabel: t`Reject the objection`,
        }
  return (
    <ReasonDialog
      {...words}
      danger={answer === 'rejected'}
      busy={act.isPending}
      onClose={onClose}
      onConfirm={(reason) =>
        act.mutate(() =>
          client.calls.send('depositObjectionAnswer', {
            body: { scheduleTimelineId: id, companyId, after, hold, answer, reason },
          }),
        )
      }
    />
  )
}
