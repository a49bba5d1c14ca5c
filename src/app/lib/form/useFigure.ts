import { useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { formTexts } from '../../../texts/forms.ts'
import { faultOf, figureIn, isPlain, settledText, writeFigure, type Figure } from './figure.ts'

interface Options {
  /** Why a number that was read does not fit here; null: it does. */
  readonly problem?: (value: number) => ReactNode
}

/** Props of a `FigureField`. */
export interface FigureBound {
  readonly figure: Figure
  readonly value: string
  readonly error: ReactNode
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void
  readonly onBlur: () => void
}

export interface FigureState {
  /** The number that is meant, if it fits; null: there is none. */
  readonly value: number | null
  /** The text of the field is empty. */
  readonly empty: boolean
  readonly bound: FigureBound
  /**
   * For a press that sends: rewrites the field to what was read, and is true if that may be sent now (`isPlain`). After
   * `false` the field shows the reading or its error, that it is required included, and a next press sends.
   */
  readonly settle: () => boolean
  /** The field begins anew with this number. */
  readonly begin: (value: number | null) => void
}

/** The state of one number field outside of a `useForm`. `initial` is a value in the figure's units. */
export function useFigure(figure: Figure, initial: number | null, { problem = () => null }: Options = {}): FigureState {
  const { i18n } = useLingui()
  const textOf = (value: number | null): string => (value === null ? '' : writeFigure(figure, value))
  const [text, setText] = useState(textOf(initial))
  /** The field was left, or a press that sends was refused. */
  const [left, setLeft] = useState<'no' | 'left' | 'pressed'>('no')
  const read = figureIn(figure, text)
  const unfit = read === null ? null : problem(read)
  const fault = faultOf(figure, text)
  const empty = text.trim() === ''
  const error = fault ? i18n._({ ...formTexts[fault.message], values: fault.params ?? {} }) : unfit
  const missing = empty && left === 'pressed' ? i18n._(formTexts.required) : undefined
  return {
    value: unfit === null ? read : null,
    empty,
    bound: {
      figure,
      value: text,
      error: left === 'no' ? undefined : (missing ?? error),
      onChange: ({ target }) => {
        setText(target.value)
        setLeft('no')
      },
      onBlur: () => setLeft((before) => (before === 'pressed' ? before : 'left')),
    },
    settle: () => {
      setLeft('pressed')
      setText(settledText(figure, text))
      return read !== null && unfit === null && isPlain(figure, text)
    },
    begin: (next) => {
      setText(textOf(next))
      setLeft('no')
    },
  }
}
