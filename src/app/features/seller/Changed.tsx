import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { isLotField } from '../../../contract/lot-fields.ts'
import { isSizeField, moistureShown, sizeShown } from '../../../contract/sizes.ts'
import { useClient } from '../../lib/client.ts'
import { formatMoment } from '../../lib/format/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Differences } from '../../ui/Differences.tsx'
import { ReadProblem } from '../../ui/read/index.ts'
import css from './LotForm.module.css'
import { meant, typed, type TypedLot } from './lotForm.ts'
import { conflictsOf, mergedLot } from './merge.ts'
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
  const conflicts = conflictsOf(base, mine, theirs)
  const { changedBy } = now
  const when = formatMoment(now.changedAt, client.locale)
  return (
    <section className={css.changed} role="alert" aria-labelledby="lot-changed">
      <h2 id="lot-changed">
        <Trans>
          {changedBy} saved this lot meanwhile ({when})
        </Trans>
      </h2>
      <p>
        <Trans>Nothing was overwritten. These fields are different now:</Trans>
      </p>
      <Differences
        rows={conflicts.map(({ field, who }) => ({
          key: field,
          label: (
            <>
              {i18n._(FIELDS[field])}
              {who === 'both' && (
                <small>
                  <Trans>changed by both</Trans>
                </small>
              )}
            </>
          ),
          mine: shown(field, mine),
          theirs: shown(field, theirs),
        }))}
      />
      <p className={css.acts}>
        <Button
          onClick={() =>
            onKeep({ ...typed(mergedLot(base, mine, theirs), now.version), base: JSON.stringify(now.content) })
          }
        >
          <Trans>Keep mine, and take what only they changed</Trans>
        </Button>
        <Button variant="line" onClick={() => onTake(now)}>
          <Trans>Take theirs</Trans>
        </Button>
      </p>
    </section>
  )
}

function shown(field: FieldName, content: LotContent): string {
  if (isLotField(field) && isSizeField(field)) return sizeShown(field, content)
  if (field === 'humidity') return moistureShown(content.humidity)
  const value = content[field]
  return value === null || value === undefined ? '' : Array.isArray(value) ? String(value.length) : String(value)
}
