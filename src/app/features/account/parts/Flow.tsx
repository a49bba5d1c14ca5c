import { useEffect, useRef, type ReactNode } from 'react'
import { classes } from '../../../ui/classes.ts'
import { EndGrain } from '../../../ui/EndGrain.tsx'
import { useTitle } from '../../../ui/Page.tsx'
import css from './Flow.module.css'

interface Props {
  readonly title: string
  readonly heading: ReactNode
  readonly sub?: ReactNode
  readonly progress?: ReactNode
  /** Explains the form, beside it on a wide screen. Without it the form takes the full width. */
  readonly aside?: ReactNode
  /** Number of the step. A new step begins at its top, as another page would. */
  readonly step: number
  readonly children: ReactNode
}

/** A form in steps: one column, one topic at a time. */
export function Flow({ title, heading, sub, progress, aside, step, children }: Props) {
  useTitle(title)
  const head = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    window.scrollTo(0, 0)
    head.current?.focus({ preventScroll: true })
  }, [step])
  return (
    <div className={classes(css.flow, aside === undefined && css.wide)}>
      {aside === undefined ? null : (
        <aside className={css.side}>
          <div className={css.still}>
            <EndGrain large className={css.log} />
            <div className={css.words}>{aside}</div>
          </div>
        </aside>
      )}
      <div className={css.main}>
        <div className={css.column}>
          {progress}
          <header className={css.head}>
            <h1 tabIndex={-1} ref={head}>
              {heading}
            </h1>
            {sub === undefined ? null : <p>{sub}</p>}
          </header>
          {children}
        </div>
      </div>
    </div>
  )
}
