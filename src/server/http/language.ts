import type { FastifyRequest } from 'fastify'
import { LOCALE_COOKIE } from '../../contract/constants.ts'
import type { Locale } from '../../contract/constants.ts'

/**
 * The language of the answer: the seller client's `zh_CN` or `en_US`, or a browser's (`en-GB,en;q=0.9,zh;q=0.5`).
 * Chinese, unless English is preferred.
 */
export function localeOf(header: string | undefined): Locale {
  let best: { readonly locale: Locale; readonly quality: number } = { locale: 'zh', quality: 0 }
  for (const range of (header ?? '').split(',')) {
    const [tag = '', ...parameters] = range.split(';')
    const locale = localeOfTag(tag.trim().toLowerCase())
    const quality = qualityOf(parameters)
    if (locale && quality > best.quality) best = { locale, quality }
  }
  return best.locale
}

function localeOfTag(tag: string): Locale | null {
  if (/^zh([-_]|$)/.test(tag)) return 'zh'
  return /^en([-_]|$)/.test(tag) ? 'en' : null
}

function qualityOf(parameters: readonly string[]): number {
  const given = parameters
    .map((parameter) => /^\s*q=([01](?:\.\d{1,3})?)\s*$/i.exec(parameter)?.[1])
    .find((q) => q !== undefined)
  return given === undefined ? 1 : Number(given)
}

/** The language of a page, in the same order as in the app: the address, the stored choice, Chinese (spec §1). */
export function pageLocaleOf(request: FastifyRequest): Locale {
  const asked = new URL(request.url, 'http://here').searchParams.get('lang')
  const wanted = asked === 'zh' || asked === 'en' ? asked : cookieOf(request, LOCALE_COOKIE)
  return wanted === 'en' ? 'en' : 'zh'
}

export function cookieOf({ headers }: FastifyRequest, name: string): string | null {
  return (
    headers.cookie
      ?.split(/;\s*/)
      .find((one) => one.startsWith(`${name}=`))
      ?.slice(name.length + 1) || null
  )
}
