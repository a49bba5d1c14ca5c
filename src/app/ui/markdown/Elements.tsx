import { Marked, type MarkedToken, type Token, type Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { Picture } from '../Picture.tsx'
import css from './Markdown.module.css'

/** Renders Markdown. Imports a parser, which takes a slow phone a tenth of a second to initialise. */
export const Elements = ({ text }: { readonly text: string }) => <>{all(marked.lexer(text))}</>

const marked = new Marked({ gfm: true })

/** Allowed link targets: no scripts, and no disguised other host. */
const LEADS = /^(?:https?:|mailto:|tel:|\/(?![/\\])|#)/i
/** Pictures come only from the picture store, so no other host learns the reader's address. */
const PICTURE = /^\/common\/pictures\/[\w.-]+\.avif$/
const TAG = /<!--[\s\S]*?-->|<[^>]*>/g

const all = (tokens: readonly Token[]): ReactNode[] =>
  tokens.map((token, index) => <Fragment key={index}>{one(token)}</Fragment>)

/** Builds elements, never markup: HTML in the source is shown as text, and unknown tokens are dropped. */
function one(given: Token): ReactNode {
  // Without extensions the parser produces only these tokens.
  const token = given as MarkedToken
  switch (token.type) {
    case 'heading':
      return <Heading depth={token.depth}>{all(token.tokens)}</Heading>
    case 'paragraph':
      return <p>{all(token.tokens)}</p>
    case 'list':
      return token.ordered ? (
        <ol {...(typeof token.start === 'number' && token.start !== 1 && { start: token.start })}>{items(token)}</ol>
      ) : (
        <ul>{items(token)}</ul>
      )
    case 'blockquote':
      return <blockquote>{all(token.tokens)}</blockquote>
    case 'table':
      return <Table table={token} />
    case 'hr':
      return <hr />
    case 'br':
      return <br />
    case 'strong':
      return <strong>{all(token.tokens)}</strong>
    case 'em':
      return <em>{all(token.tokens)}</em>
    case 'del':
      return all(token.tokens)
    case 'link':
      return LEADS.test(token.href) ? <a href={token.href}>{all(token.tokens)}</a> : all(token.tokens)
    case 'code':
      return (
        <p>
          <code>{token.text}</code>
        </p>
      )
    case 'codespan':
      return <code>{token.text}</code>
    case 'image':
      return PICTURE.test(token.href) ? (
        <Picture src={token.href} alt={token.text} className={css.picture} />
      ) : (
        token.text
      )
    case 'escape':
      return token.text
    case 'text':
      return token.tokens ? all(token.tokens) : unescaped(token.text)
    case 'html':
      return token.block ? <p>{unescaped(token.text.replaceAll(TAG, ''))}</p> : null
    default:
      return null
  }
}

/** The page has its own top heading, so the headings of the text begin at the second level. */
function Heading({ depth, children }: { readonly depth: number; readonly children: ReactNode }) {
  switch (depth) {
    case 1:
      return <h2>{children}</h2>
    case 2:
      return <h3>{children}</h3>
    default:
      return <h4>{children}</h4>
  }
}

const items = ({ items: list }: Tokens.List): ReactNode =>
  list.map((item, index) => <li key={index}>{all(item.tokens)}</li>)

function Table({ table: { header, rows } }: { readonly table: Tokens.Table }) {
  return (
    <table>
      <thead>
        <tr>
          {header.map((cell, index) => (
            <th key={index} align={cell.align ?? undefined}>
              {all(cell.tokens)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, index) => (
              <td key={index} align={cell.align ?? undefined}>
                {all(cell.tokens)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Entities for signs that Markdown itself cannot escape. */
const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u{A0}' }
const unescaped = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => SIGNS[name] ?? '')
