import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { placeholderOf } from '../../../../client/outbox/items.ts'
import { fieldOf, fieldsIn, type LotFieldKey } from '../../../../contract/lot-fields.ts'
import { isSizeField, moistureShown, sizeShown } from '../../../../contract/sizes.ts'
import { useClient } from '../../../lib/client.ts'
import { formatDate, formatMoment } from '../../../lib/format/index.ts'
import { usePrivateFile } from '../../../lib/usePrivateFile.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FileButton } from '../../../ui/files/FileButton.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { FIELDS, type LotContent } from '../../../ui/lotFields.ts'
import { Money, Quantity } from '../../../ui/Money.tsx'
import { PAPERS } from '../../../ui/papers.ts'
import { allTermsQuery, type SessionLot } from './queries.ts'
import css from './LotDialog.module.css'

interface Props {
  readonly lot: SessionLot
  /** Buttons to accept or return the lot, while the session is open to changes. */
  readonly acts: ReactNode
  /** Steps to the lot before or after it on this page of the list. */
  readonly onStep: (step: 1 | -1) => void
  readonly hasNext: boolean
  readonly hasPrevious: boolean
  readonly onClose: () => void
}

/** A submitted lot in full, for the operator's decision: photographs, figures, papers. */
export function LotDialog({ lot, acts, onStep, hasNext, hasPrevious, onClose }: Props) {
  const { t } = useLingui()
  const { locale } = useClient()
  const { content, sellerName, changedAt, remark, version } = lot
  return (
    <Dialog title={locale === 'zh' ? content.nameZh : content.nameEn} onClose={onClose} actions={acts}>
      <div className={css.lot} key={lot.lotDraftId}>
        {/* The head comes first, so that the dialog opens at its top. */}
        <div className={css.head}>
          <p className={css.from}>
            {sellerName} ·{' '}
            <time translate="no" dateTime={changedAt}>
              {formatMoment(changedAt, locale)}
            </time>
          </p>
          <span>
            <Button
              variant="quiet"
              icon
              aria-label={t`Previous lot`}
              disabled={!hasPrevious}
              onClick={() => onStep(-1)}
            >
              <Icon name="left" size={18} />
            </Button>
            <Button variant="quiet" icon aria-label={t`Next lot`} disabled={!hasNext} onClick={() => onStep(1)}>
              <Icon name="right" size={18} />
            </Button>
          </span>
        </div>
        {remark !== null && (
          <p className={css.remark}>
            <Icon name="alert" size={18} />
            {remark}
          </p>
        )}
        {/* Pictures of lots that came without a draft are public, and shown in the catalogue. */}
        {version > 0 && content.pictures.length > 0 ? (
          <ul className={css.pictures} aria-label={t`Photographs`}>
            {content.pictures.map((id, at) => (
              <li key={id}>
                <Picture id={id} number={at + 1} />
              </li>
            ))}
          </ul>
        ) : (
          content.pictures.length === 0 && (
            <p className={css.none}>
              <Trans>No photographs.</Trans>
            </p>
          )
        )}
        <Facts content={content} />
        <Papers content={content} />
      </div>
    </Dialog>
  )
}

function Picture({ id, number }: { readonly id: string; readonly number: number }) {
  const { t } = useLingui()
  const { url } = usePrivateFile(placeholderOf(id))
  return url === null ? <Icon name="camera" size={24} /> : <img src={url} alt={t`Photograph ${number}`} />
}

/** Fields of the goods, then the terms of trade; the amounts are shown above them. */
const FACTS = (['names', 'goods', 'sizes', 'parcel', 'delivery', 'trade', 'notes'] as const)
  .flatMap((section): readonly LotFieldKey[] => fieldsIn(section))
  .filter((key) => !['money', 'quantity'].includes(fieldOf(key).kind) && key !== 'unit' && key !== 'currency')

function Facts({ content }: { readonly content: LotContent }) {
  const { i18n } = useLingui()
  const { locale } = useClient()
  const { data: terms } = useQuery(allTermsQuery)
  const words = (key: LotFieldKey): string => {
    const value = content[key] ?? ''
    if (isSizeField(key)) return sizeShown(key, content)
    if (key === 'humidity') return moistureShown(content.humidity)
    if (fieldOf(key).kind === 'day') return formatDate(String(value), locale)
    const { term: kind } = fieldOf(key)
    const term = terms?.rows.find((one) => one.kind === kind && one.code === value)
    return term ? term[locale] : String(value)
  }
  const { quantity, unit, startPrice, addRange, reserve, currency } = content
  const row = (key: LotFieldKey, value: ReactNode) => (
    <div key={key}>
      <dt>{i18n._(FIELDS[key])}</dt>
      <dd>{value}</dd>
    </div>
  )
  return (
    <dl className={css.facts}>
      {row('quantity', <Quantity quantity={quantity} unit={unit} />)}
      {row('startPrice', <Money amount={startPrice} currency={currency} per={unit} />)}
      {row('addRange', <Money amount={addRange} currency={currency} />)}
      {row(
        'reserve',
        reserve === null ? <Trans>None</Trans> : <Money amount={reserve} currency={currency} per={unit} />,
      )}
      {FACTS.map((key) => {
        const text = words(key)
        return text === '' ? null : row(key, text)
      })}
    </dl>
  )
}

function Papers({ content: { papers } }: { readonly content: LotContent }) {
  const { i18n } = useLingui()
  if (papers.length === 0)
    return (
      <p className={css.none}>
        <Trans>No papers.</Trans>
      </p>
    )
  return (
    <ul className={css.papers}>
      {papers.map(({ kind, reference, fileId, name }, at) => (
        <li key={`${kind} ${at}`}>
          <span>
            {i18n._(PAPERS[kind])}
            {reference !== '' && <small>{reference}</small>}
          </span>
          {fileId !== undefined && fileId !== null && (
            <FileButton path={placeholderOf(fileId)} name={name || 'paper'} keep={false} variant="quiet" size="small">
              {name === undefined || name === '' ? <Trans>Open the file</Trans> : name}
            </FileButton>
          )}
        </li>
      ))}
    </ul>
  )
}
