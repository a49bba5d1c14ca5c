/** The store cannot answer now. The outcome of the request is unknown. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** The store must not be used as configured: an operator has to change it, as the message says. */
export class StoreRefused extends Error {
  override name = 'StoreRefused'
}

/**
 * SQLSTATEs of an unreachable database. `08`: connection, `53`: out of resources, `57P`: shut down or starting, `58`:
 * disk trouble; `57014`: our own statement timeout; `25006`: it takes no writes, so it is another server than the
 * primary; `42501`: the role that serves lost a right.
 */
const GONE = /^(08...|25006|53...|57P..|58...|57014|42501)$/
const SOCKET = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/
/** Messages of `pg` errors without a code. */
const SAID =
  /^(Connection terminated|Query read timeout|timeout e(xceeded|xpired)|Client has encountered a connection error|Cannot use a pool after|Client was closed)/i

/**
 * The error as `StoreUnavailable` when it (or its cause, as drizzle wraps them) means that the database is unreachable,
 * else `null`.
 */
export function unavailable(error: unknown): StoreUnavailable | null {
  for (let e = error; e instanceof Error; e = e.cause) {
    if (e instanceof StoreUnavailable) return e
    const code = codeOf(e) ?? ''
    if (GONE.test(code) || SOCKET.test(code) || SAID.test(e.message) || isMissingSocket(e))
      return new StoreUnavailable(e.message, { cause: error })
  }
  return null
}

/** A missing socket means that the embedded database is down; any other missing file is another error. */
const isMissingSocket = (error: Error): boolean =>
  codeOf(error) === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'

/** SQLSTATE or system error code. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

/** Name of the unique index or other constraint that a statement violated, however the error is wrapped. */
export function violated(error: unknown): string | null {
  for (let e = error; e instanceof Error; e = e.cause) {
    if (codeOf(e)?.startsWith('23') && 'constraint' in e && typeof e.constraint === 'string') return e.constraint
  }
  return null
}
