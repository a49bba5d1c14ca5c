import { useLingui } from '@lingui/react/macro'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { isComposing } from '../../ui/composing.ts'
import { Icon } from '../../ui/Icon.tsx'
import { classes } from '../../ui/classes.ts'
import field from '../../ui/Field.module.css'
import css from './RangeField.module.css'

/** Delay before a range is applied: long enough to type the next digit. */
const PAUSE_MS = 600

export interface Range {
  readonly from: number | undefined
  readonly to: number | undefined
}

interface Props extends Range {
  readonly label: ReactNode
  /** `null`: the text is no valid number. */
  readonly read: (typed: string) => number | null
  /** The text of the error if the range is invalid. */
  readonly wrong: string
  readonly decimal?: boolean
  readonly onChange: (range: Range) => void
}

/** A range with optional ends. Applied after a pause in typing, or at once on blur and Enter; never while invalid. */
export function RangeField({ label, from, to, read, wrong, decimal = false, onChange }: Props) {
  const { t } = useLingui()
  const id = useId()
  const [typed, setTyped] = useState<Typed>(() => [shown(from), shown(to)])
  const [known, setKnown] = useState<Range>({ from, to })
  const [left, setLeft] = useState(false)
  const asked = rangeOf(typed, read)
  // The address changed by other means: the reader cleared the filters or pressed the back button.
  if (known.from !== from || known.to !== to) {
    setKnown({ from, to })
    if (asked.from !== from || asked.to !== to) setTyped([shown(from), shown(to)])
  }
  const problem = asked.wrong.some(Boolean)
    ? wrong
    : asked.falls
      ? t`The first number must not be larger than the second.`
      : null
  const fresh = problem === null && (asked.from !== from || asked.to !== to)
  useEffect(() => {
    if (!fresh) return
    const timer = setTimeout(() => onChange({ from: asked.from, to: asked.to }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [fresh, asked.from, asked.to, onChange])
  const settle = (): void => {
    setLeft(true)
    if (fresh) onChange({ from: asked.from, to: asked.to })
  }
  const said = left && problem !== null
  const end = (at: 0 | 1, name: string) => (
    <input
      className={field.control}
      aria-label={name}
      placeholder={name}
      inputMode={decimal ? 'decimal' : 'numeric'}
      enterKeyHint="done"
      autoComplete="off"
      value={typed[at]}
      aria-invalid={said && (asked.falls || asked.wrong[at]) ? true : undefined}
      aria-describedby={said ? `${id}-error` : undefined}
      onChange={({ target: { value } }) => {
        setTyped(at === 0 ? [value, typed[1]] : [typed[0], value])
        setLeft(false)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !isComposing(event)) settle()
      }}
    />
  )
  return (
    // The fieldset handles nothing itself: it only listens for the cursor leaving both ends.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset
      className={css.range}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) settle()
      }}
    >
      <legend className={classes(field.label, css.label)}>{label}</legend>
      <div className={css.ends}>
        {end(0, t`From`)}
        <span aria-hidden="true">–</span>
        {end(1, t`To`)}
      </div>
      {said && (
        <p className={field.error} id={`${id}-error`}>
          <Icon name="alert" size={16} />
          {problem}
        </p>
      )}
    </fieldset>
  )
}

type Typed = readonly [from: string, to: string]

const shown = (value: number | undefined): string => value?.toString() ?? ''

function rangeOf(typed: Typed, read: Props['read']) {
  const [from, to] = typed.map((text) => (text.trim() === '' ? undefined : read(text)))
  // A lower end of 0 means none.
  const range: Range = { from: from || undefined, to: to || undefined }
  return {
    ...range,
    wrong: [from === null, to === null] as const,
    falls: range.from !== undefined && range.to !== undefined && range.from > range.to,
  }
}
