import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PAGE_SIZE } from '../../../../contract/constants.ts'
import { useClient } from '../../../lib/client.ts'
import { groupThousands } from '../../../lib/format/index.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { SelectField } from '../../../ui/Field.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { ReadProblem } from '../../../ui/read/index.ts'
import { ReasonDialog } from '../../../ui/ReasonDialog.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { ChooseAll } from '../../../ui/table/ChooseAll.tsx'
import { Table, TableSkeleton } from '../../../ui/table/Table.tsx'
import { LOT_STATES, type SaleSearch } from '../search.ts'
import { AcceptAll } from './AcceptAll.tsx'
import { useLotColumns } from './lotColumns.tsx'
import { LotDialog } from './LotDialog.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { lotsQuery, useSaleAct, type SessionLot } from './queries.ts'
import css from './SalePage.module.css'

interface Props {
  readonly id: string
  /**
   * `all`: the session is not published, and the operator accepts, returns and orders lots. `added`: it is published, and
   * lots are accepted for its host to add before the first round; the catalogue stays.
   */
  readonly takes: 'all' | 'added' | 'none'
  readonly search: SaleSearch
  readonly onTurn: (next: object) => void
}

type Asked = 'return' | 'move'

/** Lots that sellers submitted. The operator accepts or returns them, and orders the catalogue. */
export function SessionLots({ id, takes, search, onTurn }: Props) {
  const open = takes !== 'none'
  const { t } = useLingui()
  const client = useClient()
  const list = useQuery(lotsQuery(id, search))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<Asked | null>(null)
  /** Id of the lot whose dialog is open. */
  const [shown, setShown] = useState<string | null>(null)
  // An answer closes the dialog that asked for it, not one that was opened meanwhile.
  const close = (): void => {
    setAsked((now) => (now === asked ? null : now))
    setChosen(new Set())
  }
  const act = useSaleAct(id, close)
  const { data } = list
  const change = (part: object): void => onTurn({ page: undefined, ...part })
  const rows = data?.rows ?? []
  const columns = useLotColumns({ rows, open, chosen, onChoose: setChosen, onShow: setShown })
  const at = rows.findIndex(({ lotDraftId }) => lotDraftId === shown)
  const inHand = rows[at]
  const picked = rows.filter(({ lotDraftId }) => chosen.has(lotDraftId))
  const named = (some: readonly SessionLot[]) => some.map(({ lotDraftId, version }) => ({ lotDraftId, version }))
  // A lot without a draft came with the catalogue, so it cannot be returned to its seller.
  const mayReturn = ({ state, version, position }: SessionLot): boolean =>
    state !== 'returned' && version > 0 && (takes === 'all' || position === null)
  const returnable = picked.filter(mayReturn)
  const waiting = picked.filter(({ state }) => state === 'submitted')
  const accepted = takes === 'all' ? picked.filter(({ state }) => state === 'accepted') : []
  const inOrder = (search.sort ?? 'position') === 'position' && search.keyword === undefined
  const movable = takes === 'all' && inOrder && rows.length > 0 && rows.every(({ state }) => state === 'accepted')
  const order = (body: { lotDraftIds: string[]; before?: string; place?: number }) =>
    act.mutate(() => client.calls.send('lotOrder', { body: { scheduleTimelineId: id, ...body } }))
  /** Moves a row. After the last row of a page comes the next page, not the end of the catalogue. */
  const move = (lotDraftId: string, before: string | null): void => {
    const last = rows.at(-1)?.position ?? null
    if (before !== null) order({ lotDraftIds: [lotDraftId], before })
    else if (last !== null) order({ lotDraftIds: [lotDraftId], place: last })
  }
  return (
    <>
      <search className={css.bar}>
        <SearchField
          value={search.keyword ?? ''}
          placeholder={t`Lot or seller`}
          onSearch={(keyword) => change({ keyword })}
        />
        <SelectField
          label={<Trans>Status</Trans>}
          value={search.lots ?? ''}
          onChange={({ target }) => change({ lots: target.value })}
        >
          <option value="">{t`All`}</option>
          {LOT_STATES.map((state) => (
            <option key={state} value={state}>
              {{ submitted: t`To review`, accepted: t`Accepted`, returned: t`Returned` }[state]}
            </option>
          ))}
        </SelectField>
      </search>
      {data === undefined ? (
        list.isError ? (
          <ReadProblem read={list} />
        ) : (
          <TableSkeleton />
        )
      ) : data.rows.length === 0 ? (
        <Empty title={<Trans>No lots here.</Trans>}>
          <Trans>Lots appear here as sellers submit them to this session.</Trans>
        </Empty>
      ) : (
        <Table
          label={t`Lots`}
          name="session-lots"
          rows={data.rows}
          dataKey="lotDraftId"
          columns={columns}
          stale={list.isPlaceholderData || act.isPending}
          sort={sortOf(search.sort)}
          onSort={(sort) => change({ sort: sort === null ? undefined : `${sort.desc ? '-' : ''}${sort.by}` })}
          {...(movable && { onMove: move })}
          tools={
            open && (
              <>
                <ChooseAll ids={rows.map(({ lotDraftId }) => lotDraftId)} chosen={chosen} onChange={setChosen} />
                {picked.length === 0 && <AcceptAll id={id} />}
                {waiting.length > 0 && (
                  <ActButton
                    size="small"
                    busy={act.isPending}
                    onClick={() =>
                      act.mutate(() =>
                        client.calls.send('lotAccept', { body: { scheduleTimelineId: id, lots: named(waiting) } }),
                      )
                    }
                  >
                    <Plural
                      value={waiting.length}
                      one="Accept one lot"
                      other={`Accept ${groupThousands(waiting.length)} lots`}
                    />
                  </ActButton>
                )}
                {returnable.length > 0 && (
                  <Button variant="line" size="small" onClick={() => setAsked('return')}>
                    <Trans>Return…</Trans>
                  </Button>
                )}
                {accepted.length > 0 && (
                  <Button variant="line" size="small" onClick={() => setAsked('move')}>
                    <Trans>Move…</Trans>
                  </Button>
                )}
              </>
            )
          }
        />
      )}
      {movable && (
        <p className={css.hint}>
          <Trans>Drag rows into order, or move the focused one with Alt and the arrow keys.</Trans>
        </p>
      )}
      {data && data.total > data.rows.length && (
        <Pagination total={data.total} page={search.page ?? 1} size={search.size ?? PAGE_SIZE} onChange={onTurn} />
      )}
      {inHand && asked === null && (
        <LotDialog
          lot={inHand}
          onStep={(step) => setShown(rows[at + step]?.lotDraftId ?? null)}
          hasPrevious={at > 0}
          hasNext={at + 1 < rows.length}
          onClose={() => setShown(null)}
          acts={
            open &&
            inHand.version > 0 && (
              <>
                {mayReturn(inHand) && (
                  <Button
                    variant="line"
                    onClick={() => {
                      setChosen(new Set([inHand.lotDraftId]))
                      setAsked('return')
                    }}
                  >
                    <Trans>Return…</Trans>
                  </Button>
                )}
                {inHand.state === 'submitted' && (
                  <ActButton
                    busy={act.isPending}
                    onClick={() =>
                      act.mutate(() =>
                        client.calls.send('lotAccept', { body: { scheduleTimelineId: id, lots: named([inHand]) } }),
                      )
                    }
                  >
                    <Trans context="lot">Accept</Trans>
                  </ActButton>
                )}
              </>
            )
          }
        />
      )}
      {asked === 'return' && (
        <ReasonDialog
          title={t`${plural(returnable.length, { one: 'Return one lot', other: `Return ${groupThousands(returnable.length)} lots` })}`}
          about={t`They leave this session, and their sellers read the remark. They can be mended and submitted again.`}
          samples={[t`The measurement list is missing.`, t`The photographs do not show the goods.`]}
          confirmLabel={t`Return`}
          busy={act.isPending}
          onClose={() => setAsked(null)}
          onConfirm={(remark) =>
            act.mutate(() =>
              client.calls.send('lotReturn', {
                body: {
                  scheduleTimelineId: id,
                  lots: named(returnable),
                  remark,
                },
              }),
            )
          }
        />
      )}
      {asked === 'move' && (
        <MoveDialog
          count={accepted.length}
          busy={act.isPending}
          onClose={() => setAsked(null)}
          onMove={(place) =>
            order({
              lotDraftIds: accepted.map(({ lotDraftId }) => lotDraftId),
              ...(place !== null && { place }),
            })
          }
        />
      )}
    </>
  )
}

function sortOf(sort: SaleSearch['sort']): { readonly by: string; readonly desc: boolean } | null {
  if (sort === undefined) return null
  return { by: sort.replace(/^-/, ''), desc: sort.startsWith('-') }
}
