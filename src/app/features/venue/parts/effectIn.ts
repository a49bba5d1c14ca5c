import type { Replica } from '../../../../client/room/replica.ts'
import type { Readable } from '../../../../client/room/store.ts'
import type { SessionState } from '../../../../domain/state.ts'

/** A room's state that shows the effect of a command. */
export type Effect = (state: SessionState) => boolean

interface EffectWatch {
  /** Settles when an event from the room has brought the effect. */
  readonly seen: Promise<void>
  readonly stop: () => void
}

/** Watches the room for an effect: the event may come before the command's answer, or without one. */
export function effectIn(replica: Readable<Replica>, effect: Effect): EffectWatch {
  let stop = (): void => {}
  const seen = new Promise<void>((resolve) => {
    stop = replica.subscribe(() => {
      const { state } = replica.get()
      if (state === null || !effect(state)) return
      stop()
      resolve()
    })
  })
  return { seen, stop: () => stop() }
}
