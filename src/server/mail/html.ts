/** What the app's light theme looks like (`app/ui/tokens.css`), in the styles that mail programs keep. */
const PAGE = 'margin:0;padding:24px 12px;background:#f4efe6;'
const SHEET =
  "max-width:560px;margin:0 auto;padding:24px;background:#fff;border:1px solid #ddd3c3;border-radius:8px;color:#211b14;font:16px/1.6 -apple-system,'PingFang SC','Microsoft YaHei','Noto Sans SC','Segoe UI',sans-serif;"
const HEADING = 'margin:0 0 16px;font-size:20px;line-height:1.4;'
const PARAGRAPH = 'margin:0 0 14px;overflow-wrap:anywhere;'
const RULE = 'margin:20px 0;border:0;border-top:1px solid #ddd3c3;'
const LINK = 'color:#01692b;'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The rule between a mail and what stands below every mail. */
const CUT = '———'
const ADDRESS = /https?:\/\/[^\s<>"，。；）]+/g

/** A mail's text as HTML: its paragraphs and lines, with its addresses as links. */
export function mailHtml(subject: string, body: string): string {
  const lang = /\p{Script=Han}/u.test(body) ? 'zh-CN' : 'en'
  const paragraphs = body
    .split(/\n{2,}/)
    .map((paragraph) =>
      paragraph === CUT ? `<hr style="${RULE}">` : `<p style="${PARAGRAPH}">${linesOf(paragraph)}</p>`,
    )
  return [
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>`,
    `<body style="${PAGE}"><div style="${SHEET}"><h1 style="${HEADING}">${escaped(subject)}</h1>`,
    ...paragraphs,
    '</div></body></html>',
  ].join('\n')
}

function linesOf(paragraph: string): string {
  return paragraph
    .split('\n')
    .map((line) => {
      let at = 0
      let html = ''
      for (const found of line.matchAll(ADDRESS)) {
        const [address] = found
        html += `${escaped(line.slice(at, found.index))}<a href="${escaped(address)}" style="${LINK}">${escaped(address)}</a>`
        at = found.index + address.length
      }
      return html + escaped(line.slice(at))
    })
    .join('<br>')
}
