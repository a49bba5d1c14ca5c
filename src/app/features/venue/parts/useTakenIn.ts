import { useCallback, useEffect, useLayoutEffect, useState, type MouseEvent } from 'react'
import type { LotId } from '../../../../domain/lot.ts'
import { minor } from '../../../../domain/units.ts'
import { createStore } from '../../../../client/room/store.ts'
import { useClient } from '../../../lib/client.ts'
import { usePart, useStore } from '../room/RoomContext.ts'
import { roomSettingsOf } from '../room/settings.ts'
import { speechOf } from '../room/speech.ts'
import { tell } from '../room/tell.ts'
import { spokenMs } from '../speech.ts'
import {
  chooses,
  cutsOff,
  EMPTY,
  expires,
  holds,
  isTakenIn,
  nextChangeAt,
  pressed,
  says,
  shows,
  type Figure,
  type Outcome,
  type TakenIn,
} from '../takenIn.ts'

export type Told<F extends Figure = number> = Extract<Outcome<F>, { is: 'say' }>

interface Options<F extends Figure> {
  /** The figure on the button, while a press holds `held` or none; `null`: a press would bind none. */
  readonly figure: (held: F | null) => F | null
  /** The chosen figure whose place it takes. */
  readonly overtaken?: F | null
  /** The lot of which the room's announcer says the price, which is the figure. `null`: nothing says it but the press. */
  readonly lot?: LotId | null
  /** Whether a press may send the figure of now. */
  readonly follows?: boolean
  /** The press only asks, in a dialog that names the figure: it need not have been said before. */
  readonly asks?: boolean
}

interface Press<F extends Figure> {
  /** The words of a press that sends nothing, for a screen reader. */
  readonly words: (told: Told<F>) => string
  readonly send: (figure: F) => void
}

export interface Pressing<F extends Figure = number> {
  readonly figure: F | null
  /** The newest answer to a press that sent nothing, while its figure is held. */
  readonly told: Told<F> | null
  /** Of the button while its figure is not taken in: `unseen`, or only `unheard`. */
  readonly fresh: 'unseen' | 'unheard' | undefined
  readonly press: (event: Pick<MouseEvent, 'detail'>, how: Press<F>) => void
  /** A screen reader reads the button's words when it gets the focus. */
  readonly reads: (words: string) => void
  /** The person chooses a figure; `spoken`: the words with which the control says it to a screen reader. */
  readonly chosen: (figure: F, spoken?: string) => void
}

/** A button that binds a figure which the room can change under the finger (LAW.md, B11). */
export function useTakenIn<F extends Figure>({
  figure: figureOf,
  overtaken = null,
  lot = null,
  follows = false,
  asks = false,
}: Options<F>): Pressing<F> {
  const client = useClient()
  const { clock } = client.ports
  const speech = speechOf(client)
  const { hears } = useStore(roomSettingsOf(client))
  const [store] = useState(() =>
    // A figure that came with its button has not changed under the finger, and the question names it.
    createStore<TakenIn<F>>(asks ? { ...EMPTY, figure: figureOf(null), since: Number.NEGATIVE_INFINITY } : EMPTY),
  )
  const state = useStore(store)
  const set = useCallback((change: (before: TakenIn<F>) => TakenIn<F>) => store.set(change(store.get())), [store])
  const [told, setTold] = useState<Told<F> | null>(null)
  const [passed, setPassed] = useState(Number.NEGATIVE_INFINITY)
  const figure = figureOf(state.held?.figure ?? null)
  const speaking = usePart(speech.store, (all) => (lot === null ? null : all.speaking))

  useLayoutEffect(() => {
    const now = clock.monotonic()
    const named: Figure | undefined = speaking?.names?.lot === lot ? speaking?.names.price : undefined
    set((before) => {
      const shown = shows(before, figure, now, overtaken)
      if (lot === null || speaking === null) return shown
      // Only an urgent text cuts off what a screen reader says; a polite one waits for its end.
      const heard = speaking.rank === 'urgent' ? cutsOff(shown, now) : shown
      return figure !== null && named === figure ? says(heard, figure, speaking.endsAt) : heard
    })
  }, [clock, figure, overtaken, lot, speaking, set])

  useEffect(() => {
    const at = nextChangeAt(state, passed)
    if (at === null) return
    return clock.after(Math.max(0, at - clock.monotonic()), () => {
      const then = Math.max(at, clock.monotonic())
      setPassed(then)
      set((before) => expires(before, then))
    })
  }, [clock, state, passed, set])

  const isSeen = isTakenIn(state, 'pointer', passed)
  const isHeard = isTakenIn(state, 'ear', passed) || asks || hears === 'nothing'
  return {
    figure,
    told: state.held === null || state.figure !== figure ? null : told,
    fresh: figure === null || follows ? undefined : !isSeen ? 'unseen' : isHeard ? undefined : 'unheard',
    press: ({ detail }, { words, send }) => {
      const now = clock.monotonic()
      // A click without a count comes from the keyboard or from assistive technology.
      const by = detail === 0 && !asks && hears !== 'nothing' ? 'ear' : 'pointer'
      const outcome = pressed(shows(state, figure, now, overtaken), { by, now, follows })
      switch (outcome.is) {
        case 'send':
          set(chooses)
          return send(outcome.figure)
        case 'say': {
          const text = words(outcome)
          setTold(outcome)
          set((before) => holds(shows(before, figure, now, overtaken), now, spokenMs(text), by))
          const names =
            lot !== null && typeof outcome.figure === 'number' ? { lot, price: minor(outcome.figure) } : null
          return tell(client, 'press', { text, names })
        }
        case 'same':
        case 'nothing':
          return
      }
    },
    reads: (words) => {
      const until = clock.monotonic() + spokenMs(words)
      if (figure !== null) set((before) => says(before, figure, until))
    },
    chosen: (one, spoken) => {
      const now = clock.monotonic()
      set((before) => {
        const shown = shows(chooses(before), one, now)
        return spoken === undefined ? shown : says(shown, one, now + spokenMs(spoken))
      })
    },
  }
}
