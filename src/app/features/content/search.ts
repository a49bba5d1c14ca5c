import { pageSearch, type PageSearch } from '../../lib/paging.ts'

/** The query of /news: the kind of news and the page. */
interface NewsSearch extends PageSearch {
  readonly type?: number
}

export function newsSearch(raw: Record<string, unknown>): NewsSearch {
  const type = Number(raw['type'])
  const known = raw['type'] !== undefined && Number.isSafeInteger(type) && type >= 0 && type <= 100_000
  return { ...(known && { type }), ...pageSearch(raw) }
}

/** The name of a text in the address: an article's id, or a document's name. */
const named = (value: unknown): string | undefined => {
  const read = typeof value === 'number' ? String(value) : value
  return typeof read === 'string' && /^[\w-]{1,80}$/.test(read) ? read : undefined
}

interface ArticleSearch {
  readonly id?: string
}
export function articleSearch({ id }: Record<string, unknown>): ArticleSearch {
  const read = named(id)
  return read === undefined ? {} : { id: read }
}

interface RulesSearch {
  readonly name?: string
  /** A session: its own rules, with its numbers. */
  readonly sale?: string
}
export function rulesSearch({ name, sale }: Record<string, unknown>): RulesSearch {
  const [text, session] = [named(name), named(sale)]
  return { ...(text !== undefined && { name: text }), ...(session !== undefined && { sale: session }) }
}
