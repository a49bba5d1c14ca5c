import type { Client } from '../../../../client/client.ts'
import { createStore, type Readable } from '../../../../client/room/store.ts'
import { add, drop, SILENCE, turn, type Announcements, type Utterance } from '../announcements.ts'

/** The room's one voice, for screen readers; `Voice` gives it to them. */
export interface Speech {
  readonly store: Readable<Announcements>
  /** Says a text when its turn comes; an urgent one at once. */
  readonly say: (utterance: Pick<Utterance, 'rank' | 'key' | 'text'> & Partial<Utterance>) => void
  readonly drop: (stale: (one: Utterance) => boolean) => void
  /** Begins the next text, if it is time. */
  readonly turn: () => void
  readonly silence: () => void
}

export const speechOf = (client: Client): Speech => client.part(createSpeech)

function createSpeech({ ports: { clock } }: Client): Speech {
  const { get, set, subscribe } = createStore(SILENCE)
  return {
    store: { get, subscribe },
    say: (utterance) => set(add(get(), { until: null, names: null, ...utterance }, clock.monotonic())),
    drop: (stale) => set(drop(get(), stale)),
    turn: () => set(turn(get(), clock.monotonic())),
    silence: () => set({ ...SILENCE, next: get().next }),
  }
}
