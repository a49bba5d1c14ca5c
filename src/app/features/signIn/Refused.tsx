import { useEffect, useRef } from 'react'
import type { Described } from '../../../client/calls/describe.ts'
import { KINDS } from '../../ui/kinds.ts'
import { ProblemLine } from '../../ui/ProblemLine.tsx'

/** The refusal above the form; it takes the focus. */
export function Refused({ problem }: { readonly problem: Described }) {
  const { kind, title } = problem
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
  }, [kind, title])
  return (
    <div role={KINDS[kind].role} tabIndex={-1} ref={box}>
      <ProblemLine problem={problem} silent />
    </div>
  )
}
