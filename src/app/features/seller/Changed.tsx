import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { isLotField } from '../../../contract/lot-fields.ts'
import { isSizeField, moistureShown, sizeShown } from '../../../contract/sizes.ts'
import { useClient } from '../../lib/client.ts'
import { formatMoment } from '../../lib/format/index.ts'
import { changesBetween, merged } from '../../lib/form/versioned.ts'
import { Conflict } from '../../ui/edit/Conflict.tsx'
import { ReadProblem } from '../../ui/read/index.ts'
import { meant, typed, type TypedLot } from './lotForm.ts'
import { lotQuery, type LotContent, type LotInfo } from './queries.ts'
import { FIELDS, type FieldName } from './words.ts'

interface Props {
  readonly id: string
  readonly value: TypedLot
  readonly onTake: (now: LotInfo) => void
  readonly onKeep: (merged: TypedLot) => void
}

/** Content in a uniform notation, for comparison: files by their paths, figures as typed. */
const plain = (content: LotContent): LotContent => meant(typed(content, null))

/**
 * Another person has saved the lot meanwhile: lists the fields, and lets the seller choose a version. Nothing was
 * overwritten.
 */
export function Changed({ id, value, onTake, onKeep }: Props) {
  const client = useClient()
  const { i18n } = useLingui()
  const read = useQuery({ ...lotQuery(id), queryKey: [...lotQuery(id).queryKey, 'newest'], staleTime: 0, gcTime: 0 })
  const now = read.data
  if (now === undefined) return read.isError ? <ReadProblem read={read} /> : null
  const [mine, theirs] = [meant(value), plain(now.content)]
  const base = value.base === '' ? theirs : plain(JSON.parse(value.base) as LotContent)
  const { changedBy } = now
  const when = formatMoment(now.changedAt, client.locale)
  return (
    <Conflict
      title={
        <Trans>
          {changedBy} saved this lot meanwhile ({when})
        </Trans>
      }
      changes={changesBetween(base, mine, theirs)}
      labelOf={(field) => i18n._(FIELDS[field])}
      valueOf={(field, of) => shown(field, of === 'mine' ? mine : theirs)}
      onTake={() => onTake(now)}
      onKeep={() => onKeep({ ...typed(merged(base, mine, theirs), now.version), base: JSON.stringify(now.content) })}
    />
  )
}

function shown(field: FieldName, content: LotContent): string {
  if (isLotField(field) && isSizeField(field)) return sizeShown(field, content)
  if (field === 'humidity') return moistureShown(content.humidity)
  const value = content[field]
  return value === null || value === undefined ? '' : Array.isArray(value) ? String(value.length) : String(value)
}
