import type { Client } from './client.ts'

const KEPT_MS = 365 * 24 * 3_600_000

/** Stores a choice in a cookie, which the server uses for writing pages; an empty choice removes it. */
export function rememberChoice(
  { ports: { cookies, clock } }: Pick<Client, 'ports'>,
  name: string,
  value: string,
): void {
  if (value !== '') cookies.set(name, value, clock.now() + KEPT_MS)
  else if (cookies.get(name) !== null) cookies.remove(name)
}
