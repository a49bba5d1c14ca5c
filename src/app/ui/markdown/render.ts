import DOMPurify from 'dompurify'
import { Marked } from 'marked'

/** What a text may consist of. Nothing that loads, runs, looks or leads elsewhere by itself. */
const TAGS = ['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'blockquote', 'hr', 'br', 'code', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'a']
const ATTRIBUTES = ['href', 'start', 'align']

/** The page has its own first heading, so the text's begin at the second. */
const marked = new Marked({
  gfm: true,
  async: false,
  walkTokens: (token) => {
    if (token.type === 'heading') token.depth = Math.min(4, Number(token.depth) + 1)
  },
})

/** Markdown as HTML that is safe to show, whoever wrote it. */
export function renderMarkdown(text: string): string {
  const html = marked.parse(text, { async: false })
  return DOMPurify.sanitize(html, { ALLOWED_TAGS: TAGS, ALLOWED_ATTR: ATTRIBUTES, ALLOWED_URI_REGEXP: /^(https?:|mailto:|tel:|\/(?!\/)|#)/i })
}
