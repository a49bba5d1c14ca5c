import { seeded } from '../../../src/server/seeded.ts'
import { FORMS } from './forms.ts'
import type { DraftedForm } from './forms.ts'

export type Step =
  /** Types into a field of a tab, appending or replacing, then rests. */
  | {
      readonly do: 'type'
      readonly tab: number
      readonly field: string
      readonly anew: boolean
      readonly keys: number
      readonly paceMs: number
      readonly restMs: number
    }
  | { readonly do: 'kill'; readonly outsider: boolean }
  | { readonly do: 'second tab' }
  | { readonly do: 'new version'; readonly tab: number; readonly agree: boolean }
  | { readonly do: 'sign in again'; readonly tab: number }
  /** Takes the first or second choice of a notice, if there is one. */
  | { readonly do: 'choose'; readonly tab: number; readonly which: 0 | 1 }

export interface Schedule {
  readonly form: DraftedForm
  /** Closes the browser properly once, so that it knows its session after a crash. */
  readonly remembered: boolean
  readonly steps: readonly Step[]
}

/** Rest after the last key: within the time that may be lost, and beyond it. */
const RESTS_MS = [0, 60, 250, 400, 650, 900]
/** Between two keys. */
const PACES_MS = [0, 30, 120]

/**
 * Each schedule has all five kinds of events, in an order of its own, with typing between; a visitor has no session to
 * lose.
 */
export function scheduleOf(seed: number, brief: boolean): Schedule {
  const random = seeded(seed)
  const below = (n: number): number => Math.floor(random() * n)
  const one = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const form = one(FORMS)
  const typing = (): Step => ({
    do: 'type',
    tab: below(3),
    field: one(form.fields),
    anew: random() < 0.3,
    keys: 2 + below(7),
    paceMs: one(PACES_MS),
    restMs: one(RESTS_MS),
  })
  const kinds: readonly (() => Step)[] = [
    () => ({ do: 'kill', outsider: form.session && !brief && random() < 0.15 }),
    () => ({ do: 'second tab' }),
    () => ({ do: 'new version', tab: below(3), agree: random() < 0.6 }),
    () => (form.session ? { do: 'sign in again', tab: below(3) } : { do: 'second tab' }),
    () => ({ do: 'choose', tab: below(3), which: random() < 0.5 ? 0 : 1 }),
  ]
  const happenings = kinds.map((draw) => ({ step: draw(), at: random() })).toSorted((a, b) => a.at - b.at)
  const steps = happenings.flatMap(({ step }) => [...Array.from({ length: brief ? 1 : 1 + below(2) }, typing), step])
  return {
    form,
    remembered: form.session && !brief && random() < 0.3,
    steps: [...steps, typing(), { do: 'kill', outsider: false }],
  }
}
