const YEAR_S = 31_536_000

/**
 * Headers of every answer. Browsers heed HSTS over TLS only; it covers this host alone, since neighbouring hosts are
 * their owners' to decide.
 */
export const COMMON = {
  'strict-transport-security': `max-age=${YEAR_S}`,
  'x-content-type-options': 'nosniff',
} as const

/** The headers as lines, for answers written to the socket directly. */
export const COMMON_HEADERS: readonly string[] = Object.entries(COMMON).map(([name, value]) => `${name}: ${value}`)
