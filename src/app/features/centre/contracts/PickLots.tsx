import { shownLotNo } from '../../../lib/lotNumber.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { formatMinor, minor, parseMinor, type Currency, type Unit } from '../../../../domain/units.ts'
import { groupThousands } from '../../../lib/format/index.ts'
import { classes } from '../../../ui/classes.ts'
import { Lots } from '../../../ui/Counted.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { ColumnQuantity } from '../../../ui/ColumnQuantity.tsx'
import { Money } from '../../../ui/Money.tsx'
import type { OrderRow } from './queries.ts'
import { shows } from '../../../ui/shown.ts'
import css from './Signing.module.css'

/** A lot that can be put into a contract. */
export interface Pickable {
  readonly id: string
  /** As it is shown. */
  readonly lotNo: string
  readonly name: string
  readonly sale: string
  readonly seller: string
  readonly sellerName: string
  readonly currency: Currency
  readonly price: string
  readonly quantity: string
  readonly unit: Unit
  readonly amount: string
}

export const pickableOf = (order: OrderRow): Pickable => ({
  id: order.contractObjectId,
  lotNo: shownLotNo(order),
  name: order.name,
  sale: order.scheduleName,
  seller: order.companyId,
  sellerName: order.companyName,
  currency: order.currency,
  price: order.price,
  quantity: order.quantity,
  unit: order.unit,
  amount: order.amount,
})

export const groupOf = ({ seller, currency }: Pickable): string => `${seller} ${currency}`

/** Groups lots by seller and currency, because a contract covers one seller and one currency. */
function groupsOf(lots: readonly Pickable[]): readonly (readonly [Pickable, ...Pickable[]])[] {
  const groups = new Map<string, [Pickable, ...Pickable[]]>()
  for (const lot of lots) {
    const known = groups.get(groupOf(lot))
    if (known) known.push(lot)
    else groups.set(groupOf(lot), [lot])
  }
  return [...groups.values()]
}

export const totalOf = (lots: readonly Pickable[]): string =>
  formatMinor(minor(lots.reduce((sum, { amount }) => sum + (parseMinor(amount) ?? 0), 0)))

interface Props {
  readonly lots: readonly Pickable[]
  readonly picked: readonly string[]
  readonly onChange: (picked: readonly string[]) => void
}

/** Picks lots for a contract. After the first pick, only lots that can share its contract are available. */
export function PickLots({ lots, picked, onChange }: Props) {
  const chosen = lots.filter(({ id }) => picked.includes(id))
  const open = chosen[0] && groupOf(chosen[0])
  return (
    <div className={css.groups}>
      {groupsOf(lots).map((group) => (
        <Group
          key={groupOf(group[0])}
          lots={group}
          picked={picked}
          locked={open !== undefined && open !== groupOf(group[0])}
          onChange={onChange}
        />
      ))}
    </div>
  )
}

function Group({
  lots,
  picked,
  locked,
  onChange,
}: Props & { readonly lots: readonly [Pickable, ...Pickable[]]; readonly locked: boolean }) {
  const id = useId()
  const [{ sellerName, currency }] = lots
  const turn = (lot: string): void =>
    onChange(picked.includes(lot) ? picked.filter((one) => one !== lot) : [...picked, lot])
  return (
    <fieldset className={classes(css.group, locked && css.locked)} aria-describedby={locked ? `${id}-why` : undefined}>
      <legend>
        {sellerName} <span className={css.currency}>{currency}</span>
      </legend>
      {locked && (
        <p className={css.why} id={`${id}-why`}>
          <Icon name="alert" size={16} />
          <Trans>
            One contract covers one seller and one currency. Clear your choice to pick these, or make a second contract.
          </Trans>
        </p>
      )}
      {lots.map((lot) => (
        <label key={lot.id} className={css.lot}>
          <input
            type="checkbox"
            name="lots"
            value={lot.id}
            checked={picked.includes(lot.id)}
            aria-disabled={locked}
            onChange={() => locked || turn(lot.id)}
          />
          <span className={css.no}>{lot.lotNo}</span>
          <span className={css.what}>
            <strong>{lot.name}</strong>
            <small>{lot.sale}</small>
          </span>
          <span className={css.much}>
            <strong>
              <Money amount={lot.amount} currency={lot.currency} />
            </strong>
            <small>
              <Money amount={lot.price} currency={lot.currency} per={lot.unit} /> ×{' '}
              <ColumnQuantity quantity={lot.quantity} unit={lot.unit} among={lots} />
            </small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

interface LeftOut {
  readonly shown: number
  readonly total: number
}

/** Says that older won lots are left out, and how to get to them. */
export function MoreLots({ shown, total }: LeftOut) {
  if (shown >= total) return null
  const [newest, all] = [groupThousands(shown), groupThousands(total)]
  return (
    <p className={css.why}>
      <Icon name="alert" size={16} />
      <Trans>
        The newest {newest} of {all} won lots are shown. The others follow once these are in contracts.
      </Trans>
    </p>
  )
}

/** Total of the picked lots, announced when it changes. */
export function PickedTotal({ lots }: { readonly lots: readonly Pickable[] }) {
  const { t } = useLingui()
  const [first] = lots
  return (
    <output className={css.total} aria-label={t`Picked`}>
      {first ? (
        <>
          <span>
            <Lots count={lots.length} />
          </span>
          <strong {...shows(totalOf(lots))}>
            <Money amount={totalOf(lots)} currency={first.currency} />
          </strong>
        </>
      ) : (
        <span>
          <Trans>No lot picked yet.</Trans>
        </span>
      )}
    </output>
  )
}
