import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../../lib/client.ts'
import { formatMoment } from '../../../lib/format/index.ts'
import { Allowed } from '../../../lib/permissions.ts'
import { AreaField } from '../../../ui/AreaField.tsx'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { ReasonDialog } from '../../../ui/ReasonDialog.tsx'
import { readMoment, suggestedTimes, typedMoment } from './moments.ts'
import { useSaleAct, type SaleInfo } from './queries.ts'

interface Props {
  readonly sale: SaleInfo
}
interface DialogProps extends Props {
  readonly onClose: () => void
}
type Asked = 'postpone' | 'cancel' | 'copy'

/** Acts on the whole sale; each dialog explains the effect before the operator confirms. */
export function SaleActions({ sale }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { state, scheduleId } = sale
  const close = (): void => setAsked(null)
  return (
    <>
      <Link
        to="/desk/schedules/$scheduleId"
        params={{ scheduleId }}
        className={buttonClass({ variant: 'line', size: 'small' })}
      >
        <Trans>Schedule</Trans>
      </Link>
      <Allowed permissions={['sale:session:edit']}>
        <Button variant="line" size="small" onClick={() => setAsked('copy')}>
          <Trans>Copy the sale…</Trans>
        </Button>
      </Allowed>
      <Allowed permissions={['sale:session:publish']}>
        {(state === 2 || state === 3) && (
          <Button variant="line" size="small" onClick={() => setAsked('postpone')}>
            <Trans>Postpone…</Trans>
          </Button>
        )}
        {state >= 2 && state <= 4 && (
          <Button variant="line" size="small" onClick={() => setAsked('cancel')}>
            <Trans>Cancel the sale…</Trans>
          </Button>
        )}
      </Allowed>
      {asked === 'copy' && <CopyDialog sale={sale} onClose={close} />}
      {asked === 'postpone' && <PostponeDialog sale={sale} onClose={close} />}
      {asked === 'cancel' && <CancelDialog sale={sale} onClose={close} />}
    </>
  )
}

function PostponeDialog({ sale, onClose }: DialogProps) {
  const client = useClient()
  const { t } = useLingui()
  const { scheduleTimelineId, startTime, signUpDeadline, state } = sale
  const [start, setStart] = useState(typedMoment(startTime))
  const [deadline, setDeadline] = useState(typedMoment(signUpDeadline))
  const [reason, setReason] = useState('')
  const act = useSaleAct(scheduleTimelineId, onClose)
  const [startsAt, closesAt] = [readMoment(start), readMoment(deadline)]
  const mayMoveDeadline = state === 2
  const given = reason.trim()
  const ready = startsAt !== null && given !== '' && (!mayMoveDeadline || closesAt !== null)
  const moved = closesAt !== null && typedMoment(signUpDeadline) !== deadline
  const run = (): void => {
    if (!ready) return
    act.mutate(() =>
      client.calls.send('salePostpone', {
        body: {
          scheduleTimelineId,
          startTime: startsAt,
          signUpDeadline: mayMoveDeadline && moved ? closesAt : null,
          reason: given,
        },
      }),
    )
  }
  return (
    <Dialog
      title={<Trans>Postpone the sale</Trans>}
      onClose={onClose}
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <ActButton busy={act.isPending} disabled={!ready} onClick={run}>
            <Trans>Postpone and tell everyone</Trans>
          </ActButton>
        </>
      }
    >
      <p>
        <Trans>
          Everyone signed up, the sellers and the host are told at once, with the reason. Sign-ups, numbers and deposits
          stay. It cannot be brought forward again.
        </Trans>
      </p>
      <Field
        type="datetime-local"
        label={t`New start (Beijing time)`}
        hint={t`So far: ${formatMoment(startTime, client.locale)}`}
        min={typedMoment(startTime)}
        value={start}
        onChange={({ target }) => setStart(target.value)}
      />
      {mayMoveDeadline && (
        <Field
          type="datetime-local"
          label={t`Sign-up closes (Beijing time)`}
          hint={t`Stays, or is put off up to the new start.`}
          min={typedMoment(signUpDeadline)}
          value={deadline}
          onChange={({ target }) => setDeadline(target.value)}
        />
      )}
      <AreaField
        label={t`Reason`}
        rows={3}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </Dialog>
  )
}

function CancelDialog({ sale: { scheduleTimelineId, state }, onClose }: DialogProps) {
  const client = useClient()
  const { t } = useLingui()
  const act = useSaleAct(scheduleTimelineId, onClose)
  return (
    <ReasonDialog
      title={t`Cancel the sale`}
      about={
        state === 4
          ? t`It must be paused first. Lots that are not sold are withdrawn, and the sale is sealed. Deals that were made stand. Everyone signed up, the sellers and the host are told, with the reason. This cannot be undone.`
          : t`All lots are withdrawn, and nothing is sold. Everyone signed up, the sellers and the host are told, with the reason. This cannot be undone.`
      }
      samples={[t`Too few lots were submitted.`, t`The venue cannot be used.`]}
      confirmLabel={t`Cancel the sale`}
      keepLabel={t`Keep the sale`}
      danger
      busy={act.isPending}
      onClose={onClose}
      onConfirm={(reason) =>
        act.mutate(() => client.calls.send('saleCancel', { body: { scheduleTimelineId, reason } }))
      }
    />
  )
}

function CopyDialog({ sale: { scheduleTimelineId }, onClose }: DialogProps) {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [start, setStart] = useState(() => typedMoment(suggestedTimes(client.time.now()).startTime))
  const startTime = readMoment(start)
  const copy = useMutation({
    mutationFn: (at: string) => client.calls.send('sessionCopy', { body: { scheduleTimelineId, startTime: at } }),
    onSuccess: async (made) => {
      await queries.invalidateQueries({ queryKey: ['desk', 'sales'] })
      onClose()
      await navigate({
        to: '/desk/sales/$scheduleTimelineId',
        params: { scheduleTimelineId: made.scheduleTimelineId },
        search: {},
      })
    },
  })
  return (
    <Dialog
      title={<Trans>Copy the sale</Trans>}
      onClose={onClose}
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <ActButton
            busy={copy.isPending}
            disabled={startTime === null}
            onClick={() => startTime !== null && copy.mutate(startTime)}
          >
            <Trans>Copy</Trans>
          </ActButton>
        </>
      }
    >
      <p>
        <Trans>
          A new schedule with one session: the same names, venue, host, rules and deposits, and as much time for
          sign-up. Lots and bidders are not copied.
        </Trans>
      </p>
      <Field
        type="datetime-local"
        label={t`Start (Beijing time)`}
        value={start}
        onChange={({ target }) => setStart(target.value)}
      />
    </Dialog>
  )
}
