import { PAGE_SIZE, PAGE_SIZES } from '../../../contract/constants.ts'

/** What /news reads from its address: which kind of news, and how far down. */
export interface NewsSearch {
  readonly type?: number
  readonly page?: number
  readonly size?: number
}

const whole = (value: unknown, least: number): number | undefined => {
  const read = Number(value)
  return value !== undefined && Number.isSafeInteger(read) && read >= least && read <= 100_000 ? read : undefined
}

export function newsSearch({ type, page, size }: Record<string, unknown>): NewsSearch {
  const [kind, at, many] = [
    whole(type, 0),
    whole(page, 2),
    PAGE_SIZES.find((one) => one !== PAGE_SIZE && one === Number(size)),
  ]
  return {
    ...(kind === undefined ? {} : { type: kind }),
    ...(at === undefined ? {} : { page: at }),
    ...(many === undefined ? {} : { size: many }),
  }
}

/** Which text: an article of the news, or a document. */
const named = (value: unknown): string | undefined => {
  const read = typeof value === 'number' ? String(value) : value
  return typeof read === 'string' && /^[\w-]{1,80}$/.test(read) ? read : undefined
}

export interface ArticleSearch {
  readonly id?: string
}
export function articleSearch({ id }: Record<string, unknown>): ArticleSearch {
  const read = named(id)
  return read === undefined ? {} : { id: read }
}

export interface RulesSearch {
  readonly name?: string
}
export function rulesSearch({ name }: Record<string, unknown>): RulesSearch {
  const read = named(name)
  return read === undefined ? {} : { name: read }
}
