import type { Locale } from '../../../contract/constants.ts'
import type { LinkFacts } from './link-facts.ts'
import { inText, openGraph, SITE } from './open-graph.ts'

interface Shared {
  /** The app's built page. */
  readonly template: string
  readonly locale: Locale
  readonly href: string
  readonly origin: string | null
  readonly facts: LinkFacts
}

/** The app's page with a summary of what its address names, for messengers and for readers without scripts. */
export function sharedDocument({ template, locale, href, origin, facts }: Shared): string {
  const { lang, title: product, script } = SITE[locale]
  const { title, text } = facts
  const head = openGraph({ ...facts, locale, href, origin })
  // A function as replacement, since the text may contain `$&`.
  return template
    .replace(/<html lang="[^"]*"/, () => `<html lang="${lang}"`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${inText(title)} · ${product}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, (_, start: string) => start + inText(text))
    .replace('</head>', () => `${head}</head>`)
    .replace(
      /<noscript>[\s\S]*?<\/noscript>/,
      () => `<noscript><h1>${inText(title)}</h1><p>${inText(text)}</p><p>${script}</p></noscript>`,
    )
}
