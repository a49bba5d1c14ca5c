/** A client in the room, as one looks at it from outside. Times are ms of this process's `performance.now`. */
export interface Watching {
  /** The place of the check, for an error's text. */
  readonly name: string
  /** When a socket was through its handshake, and when the room spoke. */
  readonly opened: readonly number[]
  readonly frames: readonly number[]
  leave(): Promise<void>
}

/** The same lists, to be filled. */
export const noTimes = () => ({ opened: [] as number[], frames: [] as number[] })
