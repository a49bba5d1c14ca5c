/** The store cannot answer now. Whether what was asked for has happened is unknown. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** The store must not be used as it is: a person has to change something first. The message says what. */
export class StoreRefused extends Error {
  override name = 'StoreRefused'
}

/**
 * `08`: connection, `53`: out of resources, `57P`: shut down or starting, `58`: disk trouble; `57014`: our own
 * statement timeout.
 */
const GONE = /^(08...|53...|57P..|58...|57014)$/
const SOCKET = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/
/** `pg` gives these no code. */
const SAID =
  /^(Connection terminated|Query read timeout|timeout e(xceeded|xpired)|Client has encountered a connection error|Cannot use a pool after|Client was closed)/i

/**
 * The error as `StoreUnavailable` when it (or what caused it, as drizzle wraps them) means that the database is out of
 * reach, else `null`.
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

/** While an embedded database is down there is no socket; any other missing file is somebody else's trouble. */
const isMissingSocket = (error: Error): boolean =>
  codeOf(error) === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'

/** SQLSTATE or system error code. */
export function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

/** The unique index (or other constraint) that a statement ran into, however it is wrapped. */
export function violated(error: unknown): string | null {
  for (let e = error; e instanceof Error; e = e.cause) {
    if (codeOf(e)?.startsWith('23') && 'constraint' in e && typeof e.constraint === 'string') return e.constraint
  }
  return null
}
