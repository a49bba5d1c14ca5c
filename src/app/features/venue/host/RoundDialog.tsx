import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { LAW } from '../../../../domain/rule.ts'
import type { Lot, LotId } from '../../../../domain/lot.ts'
import type { SessionState } from '../../../../domain/state.ts'
import { useFigure } from '../../../lib/form/useFigure.ts'
import { formatSeconds } from '../../../lib/format/index.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FigureField } from '../../../ui/FigureField.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { LotMark } from '../../../ui/marks.tsx'
import { ActProblem } from '../parts/ActProblem.tsx'
import { useAct } from '../parts/useAct.ts'
import { useRefused } from '../parts/useRefused.ts'
import { useServerSecond, useSession, useVenue } from '../room/RoomContext.ts'
import { Said } from '../room/Said.tsx'
import { useLotText } from '../room/useCatalogue.ts'
import css from './RoundDialog.module.css'

const SECONDS = { of: 'whole', most: 1_000_000 } as const

const isFreeIn = (lots: SessionState['lots'], id: LotId): boolean => {
  const lot = lots.get(id)
  return lot !== undefined && isFree(lot)
}
const isFree = (lot: Lot): boolean => lot.status === 'waiting' || lot.status === 'unsold'

/** Opens a round: its lots, and its duration. The first round starts the bidding. */
export function RoundDialog({ first, onClose }: { readonly first: boolean; readonly onClose: () => void }) {
  const { t } = useLingui()
  const id = useId()
  const { commands } = useVenue()
  const rule = useSession((state) => state.rule)
  const lots = useSession((state) => state.lots)
  const free = [...lots].filter(isFree)
  const [left, setLeft] = useState<ReadonlySet<LotId>>(new Set())
  const time = useFigure(SECONDS, rule.biddingSeconds, {
    problem: (seconds) =>
      seconds >= LAW.roundSecondsMin && seconds <= LAW.roundSecondsMax
        ? null
        : t`From ${LAW.roundSecondsMin} to ${LAW.roundSecondsMax} seconds.`,
  })
  const early = useEarly(first)
  const { busy, act, problem } = useAct({ inDialog: true })
  const named = free.filter((lot) => !left.has(lot.lot)).map((lot) => lot.lot)
  const many = named.length
  const seconds = time.value
  const refused = useRefused()
  const [pressed, press] = useState(false)
  const none = pressed && many === 0
  const run = async (button: Element) => {
    press(true)
    const isSettled = time.settle()
    if (!isSettled || seconds === null || many === 0 || early !== null) return refused(button)
    const all = named.length === free.length
    const isOpened = ({ lots: now }: SessionState) => named.every((id) => !isFreeIn(now, id))
    const open = () => (first ? commands.start(all ? null : named, seconds) : commands.addRound(named, seconds))
    if (await act(open, isOpened)) onClose()
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
          <ActButton
            busy={busy}
            working={<Plural value={many} one={`Opening ${many} lot…`} other={`Opening ${many} lots…`} />}
            shows={t`The room shows the lots as open as soon as it is done.`}
            onClick={({ currentTarget }) => void run(currentTarget)}
          >
            <Plural value={many} one={`Open ${many} lot`} other={`Open ${many} lots`} />
          </ActButton>
        </>
      }
    >
      <ActProblem problem={problem} />
      {early !== null && (
        <p className={css.early} role={pressed ? 'alert' : undefined}>
          <Trans>The session may not start before {formatSeconds(early)} Beijing time.</Trans>
        </p>
      )}
      <FigureField
        {...time.bound}
        label={t`Bidding time in seconds`}
        hint={
          <Trans>
            A bid in the last {rule.extensionSeconds} s gives the lot {rule.extensionSeconds} s more.
          </Trans>
        }
      />
      <fieldset data-invalid={none ? '' : undefined} aria-describedby={none ? `${id}-none` : undefined}>
        <legend className={css.legend}>
          <Trans>Lots of this round</Trans>
        </legend>
        {none && (
          <Said className={css.none} id={`${id}-none`}>
            <Icon name="alert" size={16} />
            <Trans>A lot must be chosen first.</Trans>
          </Said>
        )}
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
        <span>{text?.name}</span>
        <LotMark status={lot.status} asks={lot.award?.asks} />
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
