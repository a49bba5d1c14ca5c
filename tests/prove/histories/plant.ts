import type { LotOperation } from './lot.ts'

/**
 * A recorded history in which one price was accepted twice, at the same time: a doubled bid. `null` where none was
 * accepted.
 */
export function doubled(history: readonly LotOperation[]): LotOperation[] | null {
  const accepted = history.find(isAcceptedBid)
  if (accepted?.input.kind !== 'bid') return null
  return [...history, { ...accepted, input: { ...accepted.input, number: accepted.input.number + 1_000 } }]
}

/** Two acceptances that followed one another, in each other's place. `null` where no two did. */
export function swapped(history: readonly LotOperation[]): LotOperation[] | null {
  const accepted = history.filter(isAcceptedBid).toSorted((a, b) => a.calledAt - b.calledAt)
  const later = accepted.find((one, i) => i > 0 && (accepted[0]?.returnedAt ?? Infinity) < one.calledAt)
  const first = accepted[0]
  if (!first || !later) return null
  return history.map((one) =>
    one === first ? { ...later, ...timesOf(first) } : one === later ? { ...first, ...timesOf(later) } : one,
  )
}

/** An acknowledged bid that later reads do not show: a lost bid. `null` where the last read saw none. */
export function lost(history: readonly LotOperation[]): LotOperation[] | null {
  const last = history.findLast(({ input }) => input.kind === 'read')
  if (last?.output?.kind !== 'read' || last.output.price === null) return null
  return history.map((one) => (one === last ? { ...last, output: { kind: 'read', price: null, leader: null } } : one))
}

const isAcceptedBid = ({ input, output }: LotOperation): boolean => input.kind === 'bid' && output?.kind === 'accepted'

const timesOf = ({ calledAt, returnedAt }: LotOperation) => ({ calledAt, returnedAt })
