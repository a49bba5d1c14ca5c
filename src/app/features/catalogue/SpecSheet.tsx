import { shownLotNo } from '../../lib/lotNumber.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Locale } from '../../../contract/constants.ts'
import { fieldOf, fieldsIn, type LotFieldKey } from '../../../contract/lot-fields.ts'
import { isSizeField, moistureShown, sizeShown } from '../../../contract/sizes.ts'
import { formatDate, groupThousands } from '../../lib/format/index.ts'
import { FileButton } from '../../ui/files/FileButton.tsx'
import { FIELDS } from '../../ui/lotFields.ts'
import { Money, Quantity } from '../../ui/Money.tsx'
import { PAPERS } from '../../ui/papers.ts'
import type { LotDetail } from './queries.ts'
import css from './SpecSheet.module.css'
import { useClient } from '../../lib/client.ts'

export function SpecSheet({ lot }: { readonly lot: LotDetail }) {
  const { scheduleName } = lot
  const lotNo = shownLotNo(lot)
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

/** A row of the sheet; not rendered if it is empty. */
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

/** Certificates and lists. A catalogue saved offline by an older version has none. */
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

type Section = Parameters<typeof fieldsIn>[0]

/** The fields of a section in the order of the list, except those that the caller renders itself. */
function Lines({
  lot,
  section,
  apart = [],
}: Props & { readonly section: Section; readonly apart?: readonly LotFieldKey[] }) {
  const { i18n } = useLingui()
  const { locale } = useClient()
  const values: Readonly<Record<string, unknown>> = lot
  return fieldsIn(section)
    .filter((key) => !apart.includes(key))
    .map((key) => (
      <Line key={key} label={i18n._(FIELDS[key])}>
        {shownAs(key, values[key], lot, locale)}
      </Line>
    ))
}

function shownAs(key: LotFieldKey, value: unknown, lot: LotDetail, locale: Locale): ReactNode {
  const { kind } = fieldOf(key)
  if (typeof value === 'number') return groupThousands(value)
  // An answer cached by an older version lacks fields added since.
  if (typeof value !== 'string') return null
  if (isSizeField(key)) return sizeShown(key, lot)
  if (kind === 'moisture') return moistureShown(value)
  if (kind === 'money') return <Money amount={value} currency={lot.currency} per={lot.unit} />
  if (kind === 'quantity') return <Quantity quantity={value} unit={lot.unit} />
  return kind === 'day' ? formatDate(value, locale) : value
}

const Goods = ({ lot }: Props) => (
  <Group title={<Trans>Goods</Trans>}>
    <Line label={<Trans>Product name</Trans>}>{lot.productName}</Line>
    <Lines lot={lot} section="goods" apart={lot.species === lot.productName ? ['species'] : []} />
    <Line label={<Trans>Seller</Trans>}>{lot.sellerCode}</Line>
  </Group>
)

const Sizes = ({ lot }: Props) => (
  <Group title={<Trans>Dimensions</Trans>}>
    <Line label={<Trans>Specification</Trans>}>{lot.specification}</Line>
    <Lines lot={lot} section="sizes" />
  </Group>
)

const Parcel = ({ lot }: Props) => (
  <Group title={<Trans>Parcel and price</Trans>}>
    <Lines lot={lot} section="parcel" apart={['unit', 'reserve', 'currency']} />
    <Line label={<Trans>Amount at start price</Trans>}>
      <Money amount={lot.amount} currency={lot.currency} />
    </Line>
    <Line label={<Trans>Currency</Trans>}>{lot.currency}</Line>
  </Group>
)

const Delivery = ({ lot }: Props) => (
  <Group title={<Trans>Delivery</Trans>}>
    <Lines lot={lot} section="delivery" />
  </Group>
)

const Trade = ({ lot }: Props) => (
  <Group title={<Trans>Trade</Trans>}>
    <Lines lot={lot} section="trade" />
  </Group>
)
