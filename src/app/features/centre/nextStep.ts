import { mayEnter, participationOf } from '../../lib/sale/index.ts'
import type { User } from '../../lib/user.ts'
import { wayIn } from '../../lib/wayIn.ts'
import { entryOf, type SignUp } from './signUps/entry.ts'

/** The trader's next step; `null` while the company's papers come first. */
export type NextStep =
  | { readonly kind: 'contracts' | 'unsigned'; readonly count: number }
  | { readonly kind: 'enter' | 'await'; readonly signUp: SignUp }
  | { readonly kind: 'sales' }

interface Known {
  readonly user: User
  /** Number of contracts whose next step is the company's. */
  readonly waiting: number
  /** Number of won lots that are in no contract. */
  readonly unsigned: number
  readonly signUps: readonly SignUp[]
}

/** Priority: a running sale cannot wait, then a signature, then a coming sale. */
export function nextStepOf({ user, waiting, unsigned, signUps }: Known, now: number): NextStep | null {
  if (wayIn(user) !== 'ready') return null
  const coming = signUps
    .filter(({ practice, identityType, state }) => !practice && identityType === 1 && state < 5)
    .toSorted((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime))
  const open = coming.find((signUp) => {
    const { schedule, timeline } = entryOf(signUp)
    return mayEnter(participationOf(schedule, timeline, { kind: 'user', user }, now), timeline)
  })
  if (open?.state === 4) return { kind: 'enter', signUp: open }
  if (waiting > 0) return { kind: 'contracts', count: waiting }
  if (unsigned > 0) return { kind: 'unsigned', count: unsigned }
  if (open) return { kind: 'enter', signUp: open }
  const [first] = coming
  return first ? { kind: 'await', signUp: first } : { kind: 'sales' }
}
