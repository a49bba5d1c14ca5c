import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RowOf } from '../../../../client/calls/index.ts'
import type { LotId } from '../../../../domain/lot.ts'
import { clientOf } from '../../../lib/client.ts'
import { groupThousands } from '../../../lib/format/index.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Money, Quantity } from '../../../ui/Money.tsx'
import { ActProblem } from '../parts/ActProblem.tsx'
import { LiveButton } from '../parts/LiveButton.tsx'
import { useAct } from '../parts/useAct.ts'
import { useRefused } from '../parts/useRefused.ts'
import { useSession, useVenue } from '../room/RoomContext.ts'
import { Said } from '../room/Said.tsx'
import css from './AddLots.module.css'
import list from './RoundDialog.module.css'

type LotToAdd = RowOf<'lotsToAdd'>

/** The operator may accept another one at any time. */
const RENEW_MS = 20_000

/** Lots that were accepted after publication, which the host adds before the first round (L9). Nothing if there are none. */
export function AddLots() {
  const isPreparing = useSession(({ stage, phase }) => stage === 'preparation' && phase < 5)
  return isPreparing ? <Waiting /> : null
}

function Waiting() {
  const { seat } = useVenue()
  const [asked, ask] = useState(false)
  const { scheduleTimelineId } = seat
  const lots = useSession((state) => state.lots)
  const { data } = useQuery({
    queryKey: ['venue', 'toAdd', scheduleTimelineId],
    queryFn: ({ client, signal }) =>
      clientOf(client).calls.send('lotsToAdd', { query: { scheduleTimelineId } }, { signal }),
    refetchInterval: RENEW_MS,
  })
  const rows = (data?.rows ?? []).filter(({ contractObjectId }) => !lots.has(contractObjectId))
  if (rows.length === 0) return null
  return (
    <div className={css.bar}>
      <p>
        <Plural
          value={rows.length}
          one="One accepted lot is not in the sale yet."
          other={`${groupThousands(rows.length)} accepted lots are not in the sale yet.`}
        />{' '}
        <Trans>They can be added until the first round begins.</Trans>
      </p>
      <LiveButton size="small" variant="line" onClick={() => ask(true)}>
        <Trans>Add lots…</Trans>
      </LiveButton>
      {asked && <AddDialog rows={rows} onClose={() => ask(false)} />}
    </div>
  )
}

function AddDialog({ rows, onClose }: { readonly rows: readonly LotToAdd[]; readonly onClose: () => void }) {
  const { t } = useLingui()
  const { commands, seat } = useVenue()
  const queries = useQueryClient()
  const { busy, act, problem } = useAct({ inDialog: true })
  const refused = useRefused()
  const [left, setLeft] = useState<ReadonlySet<LotId>>(new Set())
  const [pressed, press] = useState(false)
  const named = rows.map(({ contractObjectId }) => contractObjectId).filter((id) => !left.has(id))
  const many = named.length
  const none = pressed && many === 0
  const run = async (button: Element) => {
    press(true)
    if (many === 0) return refused(button)
    const isAdded = await act(
      () => commands.addLots(named),
      ({ lots }) => named.every((id) => lots.has(id)),
    )
    void queries.invalidateQueries({ queryKey: ['venue', 'toAdd', seat.scheduleTimelineId] })
    if (isAdded) onClose()
  }
  const turn = (id: LotId, on: boolean) => {
    const next = new Set(left)
    if (on) next.delete(id)
    else next.add(id)
    setLeft(next)
  }
  return (
    <Dialog
      title={<Trans>Add lots to the sale</Trans>}
      onClose={onClose}
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <ActButton
            busy={busy}
            working={<Plural value={many} one={`Adding ${many} lot…`} other={`Adding ${many} lots…`} />}
            shows={t`The room shows the lots at the end of its list as soon as it is done.`}
            onClick={({ currentTarget }) => void run(currentTarget)}
          >
            <Plural value={many} one={`Add ${many} lot`} other={`Add ${many} lots`} />
          </ActButton>
        </>
      }
    >
      <ActProblem problem={problem} />
      <p>
        <Trans>
          They go to the end of the catalogue, in this order. Everyone in the room sees it at once. An added lot can be
          withdrawn, but not taken back.
        </Trans>
      </p>
      {none && (
        <Said className={list.none}>
          <Icon name="alert" size={16} />
          <Trans>A lot must be chosen first.</Trans>
        </Said>
      )}
      <ul className={classes(list.list, css.lots)}>
        {rows.map(({ seller: code, ...row }) => (
          <li key={row.contractObjectId}>
            <label className={list.choice}>
              <input
                type="checkbox"
                checked={!left.has(row.contractObjectId)}
                onChange={({ target }) => turn(row.contractObjectId, target.checked)}
              />
              <span>
                {row.name}
                <small>{[row.species, row.specification, t`seller ${code}`].filter(Boolean).join(' · ')}</small>
              </span>
              <span className={css.price}>
                <Money amount={row.startPrice} currency={row.currency} per={row.unit} />
                <small>
                  <Quantity quantity={row.quantity} unit={row.unit} />
                </small>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
