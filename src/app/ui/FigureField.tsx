import { Trans, useLingui } from '@lingui/react/macro'
import { use, useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react'
import { isSum } from '../../domain/prices.ts'
import { amountOf, formatMilli, formatMinor, milli, minor, type Milli, type Unit } from '../../domain/units.ts'
import { useClient } from '../lib/client.ts'
import { formatQuantity, groupThousands } from '../lib/format/index.ts'
import { choicesOf, figureIn, isPlain, settledText, writeFigure, type Figure } from '../lib/form/figure.ts'
import { pressOf } from '../lib/form/press.ts'
import { Button } from './Button.tsx'
import { isComposing } from './composing.ts'
import { Field, type FieldProps } from './Field.tsx'
import { Saying } from './saying.ts'
import { shows } from './shown.ts'
import css from './FigureField.module.css'
import { Money } from './Money.tsx'
import { UnitName } from './UnitName.tsx'

interface Props extends Omit<FieldProps, 'value' | 'onChange' | 'onBlur' | 'onKeyDown' | 'inputMode'> {
  readonly figure: Figure
  readonly value: string
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void
  readonly onBlur?: () => void
  /** Unit of a price: the amount is per this unit. */
  readonly per?: Unit | undefined
  /** Quantity of the parcel, for a price: its amount stands beside the reading. */
  readonly parcel?: Milli | undefined
}

/**
 * A field for a number. Below it stands what was read, with currency and unit, while the text is typed. On leaving and
 * on Enter the text becomes the reading as the product writes it; an Enter that changes more than the plain writing
 * (`isPlain`) sends nothing, so the reading is seen before the next one sends it. Text with two readings is asked about.
 * An Enter of an input method does neither.
 */
export function FigureField({ figure, value, onChange, onBlur, per, parcel, hint, ...field }: Props) {
  const press = pressOf(useClient())
  /** The text as it was last typed, before it was rewritten. */
  const [typed, setTyped] = useState(value)
  const write = (text: string): void => {
    if (text !== value) onChange({ target: { value: text } })
  }
  const settle = (): void => write(settledText(figure, value))
  const reading = readingOf({ figure, text: value, per, parcel })
  const read = useRef<HTMLSpanElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const aloud = useReadAloud(value, read, box)
  const choices = choicesOf(figure, value)
  const rewritten = typed !== value && !isPlain(figure, typed) && settledText(figure, typed) === value
  return (
    <div className={css.figure} ref={box}>
      <Field
        {...field}
        autoComplete="off"
        inputMode={figure.of === 'whole' ? 'numeric' : 'decimal'}
        value={value}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange({ target })
        }}
        onBlur={() =>
          // A text that changes below the pointer must not take the press away from its button.
          press.whenReleased(() => {
            settle()
            onBlur?.()
          })
        }
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          if (isComposing(event) || event.repeat) return event.preventDefault()
          if (value.trim() === '' || isPlain(figure, value)) return
          event.preventDefault()
          settle()
          onBlur?.()
        }}
        hint={
          reading === null && !rewritten && hint === undefined ? undefined : (
            <>
              {reading !== null && (
                <span ref={read} className={css.read}>
                  {reading}
                </span>
              )}
              {rewritten && (
                <span className={css.line}>
                  <Trans>Read from “{typed}”: please check it before you send.</Trans>
                </span>
              )}
              {hint !== undefined && <span className={css.line}>{hint}</span>}
            </>
          )
        }
      />
      {aloud}
      {choices.length > 0 && (
        <Choices
          figure={figure}
          choices={choices}
          told={Boolean(field.error)}
          onChoose={(chosen) => {
            const text = writeFigure(figure, chosen)
            setTyped(text)
            write(text)
          }}
        />
      )}
    </div>
  )
}

/** A text that has stood this long is no longer being typed. */
const STOOD_MS = 1_000

/** Says what was read once the typing has stopped, not at each digit. `box`: the field with its reading. */
function useReadAloud(
  value: string,
  read: RefObject<HTMLElement | null>,
  box: RefObject<HTMLElement | null>,
): ReactNode {
  const { clock } = useClient().ports
  const say = use(Saying)
  const [said, setSaid] = useState('')
  const first = useRef(value)
  const tell = useEffectEvent(() => {
    const words = [...(read.current?.children ?? [])].map(({ textContent }) => textContent).join(' ')
    // Someone who has gone on hears what comes next.
    if (words === said || !box.current?.contains(document.activeElement)) return
    setSaid(words)
    if (words !== '') say?.(words)
  })
  useEffect(() => {
    if (value === first.current) return
    first.current = ''
    return clock.after(STOOD_MS, () => tell())
  }, [clock, value])
  return say === null ? <output className="visually-hidden">{said}</output> : null
}

/** What was read from the text; null: nothing, or the text is the same figures. */
function readingOf({
  figure,
  text,
  per,
  parcel,
}: Pick<Props, 'figure' | 'per' | 'parcel'> & { readonly text: string }): ReactNode {
  const value = figureIn(figure, text)
  const bare = figure.of === 'whole' || figure.of === 'percent' || figure.of === 'rate'
  const same = bare && isPlain(figure, text)
  if (value === null || same) return null
  return (
    <>
      <Shown figure={figure} value={value} per={per} />
      {parcel !== undefined && figure.of === 'money' && isSum(minor(value), parcel) && (
        <span>
          <Trans>
            In all{' '}
            <span {...shows(formatMinor(amountOf(minor(value), parcel)))}>
              <Money amount={formatMinor(amountOf(minor(value), parcel))} currency={figure.currency} />
            </span>
          </Trans>
        </span>
      )}
    </>
  )
}

function Shown({ figure, value, per }: Pick<Props, 'figure' | 'per'> & { readonly value: number }): ReactNode {
  switch (figure.of) {
    case 'money':
      return <Money amount={formatMinor(minor(value))} currency={figure.currency} {...(per && { per })} />
    case 'quantity':
      return (
        <>
          {formatQuantity(formatMilli(milli(value)))} <UnitName unit={figure.unit} />
        </>
      )
    case 'whole':
      return groupThousands(value)
    case 'percent':
      return `${value / 100} %`
    case 'rate':
      return writeFigure(figure, value)
  }
}

interface ChoicesProps {
  readonly figure: Figure
  readonly choices: readonly number[]
  /** The field's error above asks already. */
  readonly told: boolean
  readonly onChoose: (value: number) => void
}

/** Asks for the reading that is meant. */
function Choices({ figure, choices, told, onChoose }: ChoicesProps) {
  const { t } = useLingui()
  return (
    <fieldset className={css.choices} aria-label={t`Which number do you mean?`}>
      {!told && (
        <legend>
          <Trans>Which number do you mean?</Trans>
        </legend>
      )}
      {choices.map((value) => (
        <Button key={value} variant="line" size="small" onClick={() => onChoose(value)}>
          {figure.of === 'quantity' ? (
            <Thousandths value={value} unit={figure.unit} />
          ) : (
            <Shown figure={figure} value={value} />
          )}
        </Button>
      ))}
    </fieldset>
  )
}

/** A quantity with all its decimals, to tell it from its thousandfold: `32.450 m³` and `32,450 m³`. */
const Thousandths = ({ value, unit }: { readonly value: number; readonly unit: Unit }) => (
  <>
    {groupThousands(formatMilli(milli(value))).replace(/\.000$/, '')} <UnitName unit={unit} />
  </>
)
