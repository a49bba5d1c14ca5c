import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatDate, groupThousands } from '../../lib/format/index.ts'
import { FileButton } from '../../ui/files/FileButton.tsx'
import { Money, Quantity } from '../../ui/Money.tsx'
import { PAPERS } from '../../ui/papers.ts'
import type { LotDetail } from './queries.ts'
import css from './SpecSheet.module.css'
import { useClient } from '../../lib/client.ts'

export function SpecSheet({ lot }: { readonly lot: LotDetail }) {
  const { lotNo, scheduleName } = lot
  return (
    <section className={css.sheet}>
      <header className={css.head}>
        <h2>
          <Trans>Timber specification</Trans>
        </h2>
        <p>
          <Trans>Lot {lotNo}</Trans> · {scheduleName}
        </p>
      </header>
      <div className={css.groups}>
        <Goods lot={lot} />
        <Sizes lot={lot} />
        <Parcel lot={lot} />
        <Delivery lot={lot} />
        <Trade lot={lot} />
      </div>
      <Papers lot={lot} />
      {lot.supplementaryInfo !== '' && (
        <div className={css.notes}>
          <h3>
            <Trans>Supplementary information</Trans>
          </h3>
          <p>{lot.supplementaryInfo}</p>
        </div>
      )}
    </section>
  )
}

function Group({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={css.group}>
      <h3>{title}</h3>
      <dl className={css.rows}>{children}</dl>
    </div>
  )
}

/** A row of the sheet; an empty one is left out. */
function Line({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  if (children === null || children === '') return null
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface Props {
  readonly lot: LotDetail
}

/** Certificates and lists. A catalogue that was saved offline by an older version has none. */
function Papers({ lot }: { readonly lot: Partial<Pick<LotDetail, 'papers'>> }) {
  const { i18n } = useLingui()
  const papers = lot.papers ?? []
  if (papers.length === 0) return null
  return (
    <div className={css.notes}>
      <h3>
        <Trans>Papers</Trans>
      </h3>
      <ul className={css.papers}>
        {papers.map(({ kind, reference, name, file }) => (
          <li key={`${kind} ${reference} ${file}`}>
            <span>
              {i18n._(PAPERS[kind])}
              {reference !== '' && <> · {reference}</>}
            </span>
            {file !== null && (
              <FileButton path={file} name={name || reference || kind} variant="quiet" size="small">
                {name || <Trans>Open the file</Trans>}
              </FileButton>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const Goods = ({ lot }: Props) => (
  <Group title={<Trans>Goods</Trans>}>
    <Line label={<Trans>Product name</Trans>}>{lot.productName}</Line>
    <Line label={<Trans>Species</Trans>}>{lot.species === lot.productName ? null : lot.species}</Line>
    <Line label={<Trans>Category</Trans>}>{lot.category}</Line>
    <Line label={<Trans>Origin</Trans>}>{lot.origin}</Line>
    <Line label={<Trans>Grade</Trans>}>{lot.grade}</Line>
    <Line label={<Trans>Seller</Trans>}>{lot.sellerCode}</Line>
  </Group>
)

const Sizes = ({ lot }: Props) => (
  <Group title={<Trans>Dimensions</Trans>}>
    <Line label={<Trans>Specification</Trans>}>{lot.specification}</Line>
    <Line label={<Trans>Length</Trans>}>{millimetres(lot.length)}</Line>
    <Line label={<Trans>Thickness</Trans>}>{millimetres(lot.thickness)}</Line>
    <Line label={<Trans>Diameter</Trans>}>{millimetres(lot.diameter)}</Line>
    <Line label={<Trans>Width</Trans>}>{millimetres(lot.width)}</Line>
    <Line label={<Trans>Moisture content</Trans>}>{lot.humidity}</Line>
  </Group>
)

/** A range as text has no unit of its own. */
const millimetres = (size: string | null): string | null =>
  size === null || size === '' ? null : /[a-z\u4e00-\u9fff]/i.test(size) ? size : `${size} mm`

const Parcel = ({ lot }: Props) => (
  <Group title={<Trans>Parcel and price</Trans>}>
    <Line label={<Trans>Quantity</Trans>}>
      <Quantity quantity={lot.quantity} unit={lot.unit} />
    </Line>
    <Line label={<Trans>Pieces</Trans>}>{lot.pieces === null ? null : groupThousands(lot.pieces)}</Line>
    <Line label={<Trans>Start price</Trans>}>
      <Money amount={lot.startPrice} currency={lot.currency} per={lot.unit} />
    </Line>
    <Line label={<Trans>Bid increment</Trans>}>
      <Money amount={lot.addRange} currency={lot.currency} per={lot.unit} />
    </Line>
    <Line label={<Trans>Amount at start price</Trans>}>
      <Money amount={lot.amount} currency={lot.currency} />
    </Line>
    <Line label={<Trans>Currency</Trans>}>{lot.currency}</Line>
  </Group>
)

function Delivery({ lot }: Props) {
  const client = useClient()
  return (
    <Group title={<Trans>Delivery</Trans>}>
      <Line label={<Trans>Delivery date</Trans>}>{formatDate(lot.deliveryDate, client.locale)}</Line>
      <Line label={<Trans>Delivery place</Trans>}>{lot.deliveryPlace}</Line>
      <Line label={<Trans>Departure port</Trans>}>{lot.departurePort}</Line>
      <Line label={<Trans>Arrival port</Trans>}>{lot.arrivalPort}</Line>
    </Group>
  )
}

const Trade = ({ lot }: Props) => (
  <Group title={<Trans>Trade</Trans>}>
    <Line label={<Trans>Trade area</Trans>}>{lot.tradeArea}</Line>
    <Line label={<Trans>Incoterm</Trans>}>{lot.tradeClause}</Line>
    <Line label={<Trans>Trade mode</Trans>}>{lot.tradeMode}</Line>
    <Line label={<Trans>Payment terms</Trans>}>{lot.paymentTerms}</Line>
  </Group>
)
