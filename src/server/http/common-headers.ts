const YEAR_S = 31_536_000

/**
 * On every answer, whatever writes it. Transport security is heeded over TLS alone, and is for this host only: neighbouring hosts decide for
 * themselves.
 */
export const COMMON = {
  'strict-transport-security': `max-age=${YEAR_S}`,
  'x-content-type-options': 'nosniff',
} as const

/** As lines of an answer that is written to the socket by hand. */
export const COMMON_HEADERS: readonly string[] = Object.entries(COMMON).map(([name, value]) => `${name}: ${value}`)
