import { Trans } from '@lingui/react/macro'
import type { DayRange } from '../../contract/dayRange.ts'
import { Field } from './Field.tsx'

interface Props {
  readonly range: DayRange
  /** An emptied end is undefined. */
  readonly onChange: (next: DayRange) => void
}

/** First and last day of a list or statement, in Beijing. */
export function DayRangeFields({ range: { beginTime, endTime }, onChange }: Props) {
  const dayOr = (value: string) => (value === '' ? undefined : value)
  return (
    <>
      <Field
        type="date"
        label={<Trans context="period">From</Trans>}
        value={beginTime ?? ''}
        max={endTime}
        onChange={({ target }) => onChange({ beginTime: dayOr(target.value), endTime })}
      />
      <Field
        type="date"
        label={<Trans context="period">To</Trans>}
        value={endTime ?? ''}
        min={beginTime}
        onChange={({ target }) => onChange({ beginTime, endTime: dayOr(target.value) })}
      />
    </>
  )
}
