/**
 * The reason why data cannot be stored: the disk is full, the browser ended the connection to its storage and opens none
 * anew, or it has no storage (private windows). Existing data stays.
 */
export type StorageTrouble = 'full' | 'lost' | 'off'

export function storageTrouble(error: unknown): StorageTrouble {
  if (error instanceof ConnectionLost) return 'lost'
  return error instanceof Error && error.name === 'QuotaExceededError' ? 'full' : 'off'
}

/** Thrown if the browser ended an open connection to its storage, and the next one failed too. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

/** Thrown if the account has signed out on this device since the page opened its store. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut'
}
