import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import css from './Steps.module.css'

interface Props {
  readonly names: readonly ReactNode[]
  /** The current step, from 1; beyond the last when all are done. */
  readonly at: number
}

/** Progress in a form of several pages. */
export function Steps({ names, at }: Props) {
  const { t } = useLingui()
  return (
    <ol className={css.steps} aria-label={t`Progress`}>
      {names.map((name, index) => {
        const step = index + 1
        return (
          <li
            key={step}
            className={classes(css.step, step < at && css.done, step === at && css.current)}
            aria-current={step === at ? 'step' : undefined}
          >
            <span className={css.name}>
              {step < at ? <Icon name="check" size={16} /> : null}
              <span>{name}</span>
              {step < at ? (
                <span className="visually-hidden">
                  <Trans>(done)</Trans>
                </span>
              ) : null}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
