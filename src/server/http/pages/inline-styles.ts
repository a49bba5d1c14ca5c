import { createHash } from 'node:crypto'

/** A style attribute as React writes it: text and attribute values never hold an unescaped quote. */
const ATTRIBUTE = / style="([^"]*)"/g
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}

/**
 * Moves style attributes, which the page's policy forbids, into rules that it allows by their hash. A style that the
 * app's scripts set on such an element later overrides its rule.
 */
export function withoutStyleAttributes(markup: string): { readonly markup: string; readonly rules: string } {
  const names = new Map<string, number>()
  const moved = markup.replaceAll(ATTRIBUTE, (_, style: string) => {
    const name = names.get(style) ?? names.size
    names.set(style, name)
    return ` data-style="${name}"`
  })
  const rules = Array.from(names, ([style, name]) => `#root [data-style="${name}"]{${declarations(style)}}`)
  return { markup: moved, rules: rules.join('') }
}

/** `<` is escaped so that it cannot close the element; in CSS strings the escape means the same. */
const declarations = (style: string): string =>
  style
    .replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll('<', String.raw`\3c `)

const STYLES = /<style[^>]*>([\s\S]*?)<\/style>/gi

/** Sources of `style-src` that allow the style elements of this page, and no other. */
export const stylesOf = (html: string): readonly string[] => [
  ...new Set(Array.from(html.matchAll(STYLES), ([, text = '']) => sha256Of(text))),
]

export const sha256Of = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
