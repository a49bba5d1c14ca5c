import { Plural, Trans } from '@lingui/react/macro'
import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent } from 'react'
import type { Described } from '../../client/calls/describe.ts'
import { classes } from './classes.ts'
import css from './ErrorSummary.module.css'
import { KINDS } from './kinds.ts'
import { labelOf } from './labelOf.ts'
import { ProblemLine } from './ProblemLine.tsx'
import { usePassing } from './usePassing.ts'

interface Summarised {
  readonly errors: readonly { readonly key: string; readonly text: string; readonly problem?: Described }[]
  readonly attempts: number
}

const FOCUSABLE = 'input:not([type="hidden"]), select, textarea, button, [tabindex]'

/** Focuses the control of an error. A custom control marks its frame with `data-field`. */
function focusField(form: ParentNode, key: string): void {
  const named = form.querySelector<HTMLElement>(`[name="${CSS.escape(key)}"]:not([type="hidden"])`)
  const framed = form.querySelector<HTMLElement>(`[data-field="${CSS.escape(key)}"]`)
  const target = named ?? framed?.querySelector<HTMLElement>(FOCUSABLE) ?? framed
  target?.focus()
  target?.scrollIntoView({ block: 'center' })
}

/**
 * All errors, above the form, after a failed attempt to send it; each line links to its field. Must be inside the
 * `<form>`.
 */
export function ErrorSummary({ form: { errors, attempts } }: { readonly form: Summarised }) {
  const many = errors.filter(({ key }) => key !== '').length
  const whole = many === 0 ? errors.find(({ problem }) => problem)?.problem : undefined
  // A notice says it: it is heard once.
  const passing = usePassing(whole)
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef(attempts)
  useEffect(() => {
    // Only an attempt to send moves the focus, never a keystroke.
    if (attempts !== shown.current && !passing) box.current?.focus()
    shown.current = attempts
  }, [attempts, passing])
  const keys = errors.map(({ key }) => key).join('\n')
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map())
  useLayoutEffect(() => {
    const form = box.current?.closest('form')
    if (form) setLabels(new Map(keys.split('\n').map((key) => [key, labelOf(form, key) ?? ''])))
  }, [keys])
  if (errors.length === 0) return null
  const moveTo = (event: MouseEvent, key: string): void => {
    event.preventDefault()
    const form = box.current?.closest('form')
    if (form) focusField(form, key)
  }
  return (
    <div
      className={classes(css.summary, whole && css[whole.kind])}
      role={whole ? (passing ? undefined : KINDS[whole.kind].role) : 'alert'}
      tabIndex={-1}
      ref={box}
    >
      {whole && <ProblemLine problem={whole} silent />}
      {many > 0 && (
        <p className={css.title}>
          <Plural value={many} one="One entry needs another look" other={`${many} entries need another look`} />
        </p>
      )}
      <ul>
        {(whole ? [] : errors).map(({ key, text }) => (
          <li key={key}>
            {key === '' ? (
              text
            ) : (
              <a href={`#${key}`} onClick={(event) => moveTo(event, key)}>
                <Line label={labels.get(key) ?? ''} text={text} />
              </a>
            )}
          </li>
        ))}
      </ul>
      <p className={css.kept}>
        {/* A failed call may have taken effect, so the second text does not say that nothing was sent. */}
        {many > 0 ? (
          <Trans>Nothing was sent. What you typed is still here.</Trans>
        ) : (
          <Trans>What you typed is still here.</Trans>
        )}
      </p>
    </div>
  )
}

const Line = ({ label, text }: { readonly label: string; readonly text: string }) =>
  label === '' ? (
    text
  ) : (
    <Trans>
      {label}: {text}
    </Trans>
  )
