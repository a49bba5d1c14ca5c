import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/Icon.tsx'
import css from './ActProblem.module.css'
import type { Problem } from './useAct.ts'

/** Why the room did not do it, beside the button that asked. */
export function ActProblem({ problem }: { readonly problem: Problem | null }) {
  return (
    <div role="alert" className={css.region}>
      {problem && (
        <p className={classes(css.problem, css[problem.tone])}>
          <Icon name="alert" size={18} />
          <span>
            <b>{problem.title}</b> {problem.text}
          </span>
        </p>
      )}
    </div>
  )
}
