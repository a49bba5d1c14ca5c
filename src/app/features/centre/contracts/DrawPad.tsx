import { Trans } from '@lingui/react/macro'
import { useRef, type PointerEvent, type ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import field from '../../../ui/Field.module.css'
import { Icon } from '../../../ui/Icon.tsx'
import css from './Contract.module.css'
import { FIELD, pathOf, withPoint, type Point } from './strokes.ts'

interface Props {
  readonly value: string
  readonly error: ReactNode
  readonly onChange: (strokes: string) => void
}

/** A signature drawn with a finger, a pen or a mouse. A signer who has none of them types the name instead. */
export function DrawPad({ value, error, onChange }: Props) {
  const drawing = useRef<number | null>(null)
  /** A ref, because several moves may come between two renders. */
  const strokes = useRef('')
  const add = (event: PointerEvent<SVGSVGElement>, begins: boolean): void => {
    const box = event.currentTarget.getBoundingClientRect()
    const at = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point => ({
      x: ((clientX - box.left) / box.width) * FIELD.width,
      y: ((clientY - box.top) / box.height) * FIELD.height,
    })
    strokes.current = withPoint(begins ? value : strokes.current, at(event), begins)
    onChange(strokes.current)
  }
  return (
    <div className={field.field} data-field="strokes">
      <p className={field.label}>
        <Trans>Your signature</Trans>
      </p>
      <div className={css.pad} data-wrong={error ? true : undefined}>
        <svg
          viewBox={`0 0 ${FIELD.width} ${FIELD.height}`}
          className={css.drawn}
          aria-hidden="true"
          data-pad
          onPointerDown={(event) => {
            if (drawing.current !== null || event.button !== 0) return
            drawing.current = event.pointerId
            event.currentTarget.setPointerCapture(event.pointerId)
            add(event, true)
          }}
          onPointerMove={(event) => {
            if (drawing.current === event.pointerId) add(event, false)
          }}
          onPointerUp={() => {
            drawing.current = null
          }}
          onPointerCancel={() => {
            drawing.current = null
          }}
        >
          <path d={`M24,150H${FIELD.width - 24}`} className={css.baseline} />
          <path d={pathOf(value)} />
        </svg>
        {value === '' ? (
          <span className={css.padHint} aria-hidden="true">
            <Trans>Sign here</Trans>
          </span>
        ) : (
          <span className={css.clear}>
            <Button variant="quiet" size="small" onClick={() => onChange('')}>
              <Icon name="retry" size={16} />
              <Trans>Clear</Trans>
            </Button>
          </span>
        )}
      </div>
      {error ? (
        <p className={field.error}>
          <Icon name="alert" size={16} />
          {error}
        </p>
      ) : null}
    </div>
  )
}
