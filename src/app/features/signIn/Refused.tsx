import { useEffect, useRef } from 'react'
import type { Described } from '../../../client/calls/describe.ts'
import { KINDS } from '../../ui/kinds.ts'
import { ProblemLine } from '../../ui/ProblemLine.tsx'
import { usePassing } from '../../ui/usePassing.ts'

/** The refusal above the form, which describes its fields too; it takes the focus, unless a notice says the same. */
export function Refused({ problem, id }: { readonly problem: Described; readonly id: string }) {
  const { kind, title } = problem
  const passing = usePassing(problem)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!passing) box.current?.focus()
  }, [kind, title, passing])
  return (
    <div id={id} role={passing ? undefined : KINDS[kind].role} tabIndex={-1} ref={box}>
      <ProblemLine problem={problem} silent />
    </div>
  )
}
