/** An address or name that leads to this machine alone. */
export function isLoopback(host: string): boolean {
  const name = host
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/^::ffff:/i, '')
    .toLowerCase()
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
}

/** The name in a `Host` header, without its port; `null` if malformed. */
export function hostNameOf(host: string | undefined): string | null {
  if (host === undefined || !/^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i.test(host)) return null
  return URL.parse(`http://${host}`)?.hostname ?? null
}
