/** The query of /login. */
interface LoginSearch {
  readonly redirect?: string
  readonly lang?: string
}

export function loginSearch(search: Record<string, unknown>): LoginSearch {
  const { redirect, lang } = search
  return { ...(typeof redirect === 'string' && { redirect }), ...(typeof lang === 'string' && { lang }) }
}
