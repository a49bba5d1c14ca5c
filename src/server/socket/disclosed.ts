import { isSecret, wholeSecret } from '../../domain/secrets.ts'
import { sees } from '../../domain/redact.ts'
import type { Viewer } from '../../domain/redact.ts'
import type { Placed, Position } from '../room/position.ts'
import type { Place } from './welcome.ts'

/**
 * The log position that each viewer may know, so that it does not reveal when a secret was written: for everyone the last
 * tick or the newest public event, for the owners of a secret that secret.
 */
export class Disclosed {
  #at: Place
  /** Secrets since, oldest first. */
  #secrets: readonly Placed[] = []

  constructor(position: Position) {
    this.#at = placeOf(position)
  }

  get everyone(): Place {
    return this.#at
  }

  to(viewer: Viewer): Place {
    const own = this.#secrets.findLast(({ event }) => {
      const audience = wholeSecret(event)
      return audience !== null && sees(viewer, audience)
    })
    return own === undefined ? this.#at : { seq: own.event.seq, hash: own.hash }
  }

  add(placed: readonly Placed[]): void {
    const last = placed.findLastIndex(({ event }) => !isSecret(event))
    const shown = placed[last]
    if (shown !== undefined) this.#at = { seq: shown.event.seq, hash: shown.hash }
    this.#secrets = [...(shown === undefined ? this.#secrets : []), ...placed.slice(last + 1)]
  }

  /** A tick closes the gap. */
  ticked(position: Position): void {
    this.#at = placeOf(position)
    this.#secrets = []
  }
}

const placeOf = ({ state: { seq }, hash }: Position): Place => ({ seq, hash })
