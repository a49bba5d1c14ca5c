import { ProblemLine } from '../../../ui/ProblemLine.tsx'
import css from './ActProblem.module.css'
import type { Problem } from './useAct.ts'

/** Why it was not done, beside the button that asked: in a dialog, which lies above all notices. */
export function ActProblem({ problem }: { readonly problem: Problem | null }) {
  return (
    <div role="alert" className={css.region}>
      {problem && <ProblemLine problem={problem} silent />}
    </div>
  )
}
