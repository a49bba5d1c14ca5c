import { shownLotNo } from '../../../lib/lotNumber.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { moistureShown } from '../../../../contract/sizes.ts'
import { useClient } from '../../../lib/client.ts'
import { formatDate, formatZoned } from '../../../lib/format/index.ts'
import { Lots } from '../../../ui/Counted.tsx'
import { ContractMark } from '../../../ui/contract/marks.tsx'
import { Markdown } from '../../../ui/markdown/Markdown.tsx'
import { ColumnQuantity } from '../../../ui/ColumnQuantity.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Seal } from '../../../ui/ticket/Ticket.tsx'
import { shows } from '../../../ui/shown.ts'
import css from './Contract.module.css'
import { LABEL, PARTICULARS } from './contractForm.ts'
import type { ContractContent, ContractInfo, Particulars } from './queries.ts'
import { Signatures } from './Signatures.tsx'
import { Technical } from './Technical.tsx'

/** The contract's text, on the screen as on paper. */
export function Paper({ contract }: { readonly contract: ContractInfo }) {
  const { locale } = useClient()
  const { content, status, hash } = contract
  const { contractNo, version, buyer, seller } = content
  const made = formatZoned(contract.createdAt, locale)
  return (
    <article className={css.paper} aria-labelledby="contract-head">
      <header className={css.head}>
        <div>
          <h2 id="contract-head">
            <Trans>Timber sale contract</Trans>
          </h2>
          <p className={css.facts}>
            <span>
              <Trans>No. {contractNo}</Trans>
            </span>
            <span>
              <Trans>Version {version}</Trans>
            </span>
            <span>
              <Trans>Made {made}</Trans>
            </span>
          </p>
        </div>
        <ContractMark status={status} />
        {status === 3 && (
          <Seal>
            <Trans context="seal">SIGNED</Trans>
          </Seal>
        )}
      </header>
      <div className={css.parties}>
        <Party title={<Trans context="contract">Buyer</Trans>} particulars={buyer} id="party-buyer" />
        <Party title={<Trans context="contract">Seller</Trans>} particulars={seller} id="party-seller" />
      </div>
      <LotTable content={content} />
      <section className={css.section} aria-labelledby="contract-delivery">
        <h3 id="contract-delivery">
          <Trans>Delivery</Trans>
        </h3>
        <dl className={css.pairs}>
          <div>
            <dt>
              <Trans>Target port</Trans>
            </dt>
            <dd>{content.targetPort}</dd>
          </div>
          <div>
            <dt>
              <Trans>Note</Trans>
            </dt>
            <dd className={css.typed}>{content.note || '–'}</dd>
          </div>
        </dl>
      </section>
      <section className={css.section} aria-labelledby="contract-clauses">
        <h3 id="contract-clauses">
          <Trans>Clauses</Trans>
        </h3>
        <div className={css.clauses}>
          <Markdown text={content.clauses[locale]} />
        </div>
      </section>
      <Signatures contract={contract} />
      <Technical contract={contract} />
      <p className={css.foot}>
        <Trans>
          {contractNo}, version {version}, SHA-256 {hash}
        </Trans>
      </p>
    </article>
  )
}

const FIGURES: ReadonlySet<keyof Particulars> = new Set(['creditCode', 'phone', 'accountCNY', 'accountUSD', 'swift'])
const ACCOUNTS: ReadonlySet<keyof Particulars> = new Set(['accountCNY', 'accountUSD'])
const inFours = (account: string): string => account.replaceAll(/(.{4})(?=.)/g, '$1 ')

function Party({
  title,
  particulars,
  id,
}: {
  readonly title: ReactNode
  readonly particulars: Particulars
  readonly id: string
}) {
  const { i18n } = useLingui()
  return (
    <section className={css.party} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <dl>
        {PARTICULARS.flatMap(({ fields }) => fields).map((field) => (
          <div key={field}>
            <dt>{i18n._(LABEL[field])}</dt>
            <dd className={FIGURES.has(field) ? css.figures : undefined}>
              {(ACCOUNTS.has(field) ? inFours(particulars[field]) : particulars[field]) || '–'}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function LotTable({ content: { lots, currency, total } }: { readonly content: ContractContent }) {
  const { t } = useLingui()
  const headers = [t`Lot`, t`Goods`, t`Delivery and payment`, t`Quantity`, t`Unit price`, t`Amount`] as const
  return (
    <section className={css.section} aria-labelledby="contract-lots">
      <h3 id="contract-lots">
        <Trans>Goods and price</Trans>
      </h3>
      <table className={css.lots}>
        <thead>
          <tr>
            {headers.map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lots.map((lot) => (
            <LotLine key={lot.contractObjectId} lot={lot} among={lots} currency={currency} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={5}>
              <Trans>Total</Trans> · <Lots count={lots.length} />
            </th>
            <td>
              <span {...shows(total)}>
                <Money amount={total} currency={currency} />
              </span>
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

interface LineProps {
  readonly lot: ContractContent['lots'][number]
  readonly among: ContractContent['lots']
  readonly currency: string
}

function LotLine({ lot, among, currency }: LineProps) {
  const { locale } = useClient()
  const { t } = useLingui()
  const { deal } = lot
  const [hammer, seq] = [formatZoned(deal.at, locale), deal.seq]
  const [day, place] = [formatDate(lot.deliveryDate, locale), lot.deliveryPlace[locale]]
  const goods = [lot.species, lot.origin, lot.grade, lot.specification].map((text) => text[locale])
  return (
    <tr>
      <td className={css.no}>
        <span>{shownLotNo(lot)}</span>
      </td>
      <td className={css.goods}>
        <strong>{lot.name[locale]}</strong>
        <small>
          {goods.filter((text) => text !== '').join(' · ')}
          {lot.humidity !== '' && (
            <>
              {' · '}
              <Trans>Moisture content</Trans> {moistureShown(lot.humidity)}
            </>
          )}
        </small>
        <small>
          {lot.session[locale]} ·{' '}
          <Trans>
            hammer {hammer}, record {seq}
          </Trans>
        </small>
      </td>
      <td className={css.terms}>
        <strong>{lot.tradeClause}</strong>
        <small>
          {lot.departurePort[locale]} → {lot.arrivalPort[locale]}
        </small>
        <small>
          <Trans>
            Delivery {day}, {place}
          </Trans>
        </small>
        <small>
          <Trans context="contract">Payment</Trans>: {lot.paymentTerms[locale]}
        </small>
      </td>
      <td className={css.figure} data-label={t`Quantity`}>
        <ColumnQuantity quantity={lot.quantity} unit={lot.unit} among={among} />
      </td>
      <td className={css.figure} data-label={t`Unit price`}>
        <span {...shows(lot.price)}>
          <Money amount={lot.price} currency={currency} per={lot.unit} />
        </span>
      </td>
      <td className={css.figure} data-label={t`Amount`}>
        <span {...shows(lot.amount)}>
          <Money amount={lot.amount} currency={currency} />
        </span>
      </td>
    </tr>
  )
}
