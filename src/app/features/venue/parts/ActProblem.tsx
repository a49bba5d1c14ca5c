import { ProblemLine } from '../../../ui/ProblemLine.tsx'
import { useSaid } from '../room/Said.tsx'
import css from './ActProblem.module.css'
import type { Problem } from './useAct.ts'

/** The reason why an act failed, beside its button: for dialogs, which cover all notices. */
export function ActProblem({ problem }: { readonly problem: Problem | null }) {
  const words = useSaid<HTMLDivElement>('refused')
  return (
    <div ref={words} className={css.region}>
      {problem && <ProblemLine problem={problem} silent />}
    </div>
  )
}
