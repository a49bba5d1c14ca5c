/**
 * The reason why data cannot be stored: the disk is full, or the browser has no storage (private windows). Existing
 * data stays.
 */
export type StorageTrouble = 'full' | 'off'

export const storageTrouble = (error: unknown): StorageTrouble =>
  error instanceof Error && error.name === 'QuotaExceededError' ? 'full' : 'off'

/** Thrown if the account has signed out on this device since the page opened its store. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut'
}
