import css from './Markdown.module.css'
import { renderMarkdown } from './render.ts'

/** A text that somebody else wrote. For lazily loaded screens only: it brings a parser and a sanitizer. */
export const Markdown = ({ text }: { readonly text: string }) => (
  // oxlint-disable-next-line react/no-danger -- sanitized
  <div className={css.text} dangerouslySetInnerHTML={{ __html: renderMarkdown(text) }} />
)
