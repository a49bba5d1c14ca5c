/** Why nothing is kept: the disk is full, or this browser keeps nothing (private windows). What is there stays. */
export type StorageTrouble = 'full' | 'off'

export const storageTrouble = (error: unknown): StorageTrouble =>
  error instanceof Error && error.name === 'QuotaExceededError' ? 'full' : 'off'

/** The account signed out on this device since the page opened what it writes to. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut'
}
