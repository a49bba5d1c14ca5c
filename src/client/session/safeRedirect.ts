/** The address to open after sign-in: a path of this site only. Any other becomes the home page. */
export function safeRedirect(wanted: unknown, origin: string): string {
  const home = '/'
  // A browser reads `\` as `/` and drops tabs and newlines, so `/\evil.example` would leave the site.
  // oxlint-disable-next-line no-control-regex
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || /[\\\u0000-\u001f]/.test(wanted)) return home
  const url = parse(wanted, origin)
  if (!url || url.origin !== origin || url.pathname === '/login') return home
  const result = url.pathname + url.search + url.hash
  // `/.//evil.example` becomes `//evil.example`, which is another site: what counts is the result.
  return parse(result, origin)?.href === url.href ? result : home
}

function parse(path: string, origin: string): URL | null {
  try {
    return new URL(path, origin)
  } catch {
    return null
  }
}
