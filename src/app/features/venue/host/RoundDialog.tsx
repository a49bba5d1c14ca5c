import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { LAW } from '../../../../domain/rule.ts'
import type { Lot, LotId } from '../../../../domain/lot.ts'
import { formatSeconds } from '../../../lib/format/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { LotMark } from '../../../ui/marks.tsx'
import { ActProblem } from '../parts/ActProblem.tsx'
import { useAct } from '../parts/useAct.ts'
import { useServerSecond, useSession, useVenue } from '../room/RoomContext.ts'
import { useLotText } from '../room/useCatalogue.ts'
import css from './RoundDialog.module.css'

const isFree = (lot: Lot): boolean => lot.status === 'waiting' || lot.status === 'unsold'

/** Opens a round: its lots, and its duration. The first round starts the bidding. */
export function RoundDialog({ first, onClose }: { readonly first: boolean; readonly onClose: () => void }) {
  const { t } = useLingui()
  const { commands } = useVenue()
  const rule = useSession((state) => state.rule)
  const lots = useSession((state) => state.lots)
  const free = [...lots].filter(isFree)
  const [left, setLeft] = useState<ReadonlySet<LotId>>(new Set())
  const [typed, setTyped] = useState(String(rule.biddingSeconds))
  const early = useEarly(first)
  const { busy, act, problem } = useAct({ inDialog: true })
  const named = free.filter((lot) => !left.has(lot.lot)).map((lot) => lot.lot)
  const many = named.length
  const seconds = readSeconds(typed)
  const run = async () => {
    if (seconds === null) return
    const all = named.length === free.length
    if (await act(() => (first ? commands.start(all ? null : named, seconds) : commands.addRound(named, seconds))))
      onClose()
  }
  return (
    <Dialog
      title={first ? <Trans>Start the bidding</Trans> : <Trans>Add a round</Trans>}
      onClose={onClose}
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            busy={busy}
            disabled={seconds === null || named.length === 0 || early !== null}
            onClick={() => void run()}
          >
            <Plural value={many} one={`Open ${many} lot`} other={`Open ${many} lots`} />
          </Button>
        </>
      }
    >
      <ActProblem problem={problem} />
      {early !== null && (
        <p className={css.early}>
          <Trans>The session may not start before {formatSeconds(early)} Beijing time.</Trans>
        </p>
      )}
      <Field
        label={t`Bidding time in seconds`}
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        hint={
          <Trans>
            A bid in the last {rule.extensionSeconds} s gives the lot {rule.extensionSeconds} s more.
          </Trans>
        }
        error={seconds === null ? t`From ${LAW.roundSecondsMin} to ${LAW.roundSecondsMax} seconds.` : undefined}
      />
      <fieldset>
        <legend className={css.legend}>
          <Trans>Lots of this round</Trans>
        </legend>
        {free.length === 0 && (
          <p>
            <Trans>Every lot is sold or withdrawn.</Trans>
          </p>
        )}
        <div className={css.all}>
          <Button variant="quiet" size="small" onClick={() => setLeft(new Set())}>
            <Trans>Choose all</Trans>
          </Button>
          <Button variant="quiet" size="small" onClick={() => setLeft(new Set(free.map((lot) => lot.lot)))}>
            <Trans>Choose none</Trans>
          </Button>
        </div>
        <ul className={css.list}>
          {free.map((lot) => (
            <LotChoice
              key={lot.lot}
              lot={lot}
              on={!left.has(lot.lot)}
              onChange={(on) => setLeft(toggled(left, lot.lot, on))}
            />
          ))}
        </ul>
      </fieldset>
    </Dialog>
  )
}

function toggled(left: ReadonlySet<LotId>, lot: LotId, on: boolean): ReadonlySet<LotId> {
  const next = new Set(left)
  if (on) next.delete(lot)
  else next.add(lot)
  return next
}

function LotChoice({
  lot,
  on,
  onChange,
}: {
  readonly lot: Lot
  readonly on: boolean
  readonly onChange: (on: boolean) => void
}) {
  const text = useLotText(lot.lot)
  return (
    <li>
      <label className={css.choice}>
        <input type="checkbox" checked={on} onChange={(event) => onChange(event.target.checked)} />
        <b>{lot.position}</b>
        <span>{text?.species}</span>
        <LotMark status={lot.status} />
      </label>
    </li>
  )
}

/** The announced start, if the first round may not begin before it yet; else null. */
function useEarly(first: boolean): number | null {
  const startTime = useSession((state) => state.startTime)
  const now = useServerSecond()
  return first && now < startTime ? startTime : null
}

function readSeconds(typed: string): number | null {
  const seconds = /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : Number.NaN
  return seconds >= LAW.roundSecondsMin && seconds <= LAW.roundSecondsMax ? seconds : null
}
