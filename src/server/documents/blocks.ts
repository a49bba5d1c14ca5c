import { lexer } from 'marked'
import type { Token, Tokens } from 'marked'

interface Run {
  readonly text: string
  readonly strong: boolean
}
/** A block of text as the templates set it. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly runs: readonly Run[] }
  | { readonly kind: 'paragraph'; readonly runs: readonly Run[] }
  | {
      readonly kind: 'list'
      readonly ordered: boolean
      readonly start: number
      readonly items: readonly (readonly Run[])[]
    }

/** Markdown as blocks. Unsupported Markdown becomes plain text, so that nothing is lost. */
export const blocksOf = (markdown: string): readonly Block[] => lexer(markdown).flatMap(blockOf)

function blockOf(token: Token): readonly Block[] {
  if (isHeading(token)) return [{ kind: 'heading', level: token.depth, runs: runsOf(token.tokens) }]
  if (isParagraph(token)) return [{ kind: 'paragraph', runs: runsOf(token.tokens) }]
  if (isList(token)) {
    const { ordered, start, items } = token
    return [{ kind: 'list', ordered, start: start === '' ? 1 : start, items: items.map((item) => runsOf(item.tokens)) }]
  }
  return token.type === 'space' ? [] : [{ kind: 'paragraph', runs: [{ text: token.raw, strong: false }] }]
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading'
const isParagraph = (token: Token): token is Tokens.Paragraph => token.type === 'paragraph'
const isList = (token: Token): token is Tokens.List => token.type === 'list'

const runsOf = (tokens: readonly Token[], strong = false): readonly Run[] =>
  tokens.flatMap((token) => {
    const within = 'tokens' in token && token.tokens ? token.tokens : null
    if (within) return runsOf(within, strong || token.type === 'strong')
    return [{ text: wordsOf(token), strong }]
  })

/** The original words of a token, since its `text` is escaped for HTML. */
const wordsOf = (token: Token): string => {
  switch (token.type) {
    case 'escape':
      return token.raw.slice(1)
    case 'br':
      return '\n'
    case 'codespan':
      return token.raw.replaceAll('`', '')
    default:
      return token.raw
  }
}
