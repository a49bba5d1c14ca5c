import type { Client } from './client.ts'

const KEPT_MS = 365 * 24 * 3_600_000

/** A choice that the server writes pages by; an empty one goes. */
export function rememberChoice(
  { ports: { cookies, clock } }: Pick<Client, 'ports'>,
  name: string,
  value: string,
): void {
  if (value !== '') cookies.set(name, value, clock.now() + KEPT_MS)
  else if (cookies.get(name) !== null) cookies.remove(name)
}
