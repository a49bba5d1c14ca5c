import { exactCell } from './csv.ts'
import type { Tab, Value } from './tab.ts'
import { openZipWriter } from './zip-writer.ts'

/** Writes a workbook (ECMA-376) row by row, tab after tab; only its packed bytes stay in memory. */
export interface Book {
  /** Adds a row to the present tab: a value for each of its columns. */
  add(row: readonly Value[]): void
  /** Goes on to the next tab. */
  next(): void
  /** The whole file. */
  end(): Buffer
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
/** Styles: plain, the heading, then one for each number format. */
const HEADING = 1
const FORMATS_FROM = 2
/** Ids below are formats of the spreadsheet's own. */
const FORMAT_IDS_FROM = 164
const NAME_MOST = 31

/** `tabs`: at least one, with names of their own. */
export function openBook(tabs: readonly Tab[]): Book {
  const formats = [...new Set(tabs.flatMap(({ columns }) => columns.flatMap(({ format }) => format ?? [])))]
  const zip = openZipWriter()
  const put = (name: string, text: string): void => {
    zip.begin(name)
    zip.write(XML + text)
  }
  let at = -1
  let row = 0
  let styles: readonly string[] = []
  let columns: Tab['columns'] = []
  let letters: readonly string[] = []

  function write(cells: readonly string[]): void {
    row += 1
    zip.write(`<row r="${row}">${cells.join('')}</row>`)
  }
  function next(): void {
    if (at >= 0) zip.write('</sheetData></worksheet>')
    const tab = tabs[++at]
    if (!tab) return
    columns = tab.columns
    styles = columns.map(({ format }) => (format === undefined ? '' : ` s="${FORMATS_FROM + formats.indexOf(format)}"`))
    letters = columns.map((_, column) => lettersOf(column))
    row = 0
    put(`xl/worksheets/sheet${at + 1}.xml`, begun(columns))
    write(columns.map(({ name }, column) => textCell(`${letters[column]}1`, ` s="${HEADING}"`, name)))
  }

  put('[Content_Types].xml', contentTypes(tabs.length))
  put('_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']]))
  put('xl/workbook.xml', workbook(tabs))
  put(
    'xl/_rels/workbook.xml.rels',
    relations([
      ...tabs.map((_, tab) => ['worksheet', `worksheets/sheet${tab + 1}.xml`] as const),
      ['styles', 'styles.xml'],
    ]),
  )
  put('xl/styles.xml', stylesOf(formats))
  next()

  return {
    add(values) {
      write(
        columns.map(({ exact = false }, column) => {
          const value = values[column] ?? null
          if (value === null) return ''
          const place = `${letters[column]}${row + 1}`
          return typeof value === 'number'
            ? `<c r="${place}"${styles[column] ?? ''}><v>${value}</v></c>`
            : textCell(place, '', exact ? exactCell(value) : value)
        }),
      )
    },
    next,
    end() {
      while (at < tabs.length) next()
      return zip.end()
    },
  }
}

/** From 0: A to Z, AA and so on. */
function lettersOf(column: number): string {
  const before = Math.floor(column / 26)
  return (before > 0 ? lettersOf(before - 1) : '') + String.fromCharCode(65 + (column % 26))
}

function textCell(place: string, style: string, text: string): string {
  const space = /^\s|\s$|\s\s|[\n\t]/.test(text) ? ' xml:space="preserve"' : ''
  return `<c r="${place}"${style} t="inlineStr"><is><t${space}>${marked(escaped(allowed(text)))}</t></is></c>`
}

/** Text that looks like an escaped character (`_x000D_`, ECMA-376 part 1, 22.9.2.19) stays what it is. */
const escaped = (text: string): string => text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')

/** Characters that XML 1.0 does not allow (section 2.2): spreadsheets call a file with one of them damaged. */
// oxlint-disable-next-line no-control-regex -- The class is meant to hold them.
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const allowed = (text: string): string => text.toWellFormed().replaceAll(NOT_XML, '')
const marked = (text: string): string => text.replaceAll(/[&<>"]/g, (mark) => MARKS[mark] ?? '')

/** What stands before the rows: the first stays in view. */
const begun = (columns: Tab['columns']): string =>
  `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns
    .map(({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>`

const contentTypes = (tabs: number): string => {
  const part = (path: string, type: string) =>
    `<Override PartName="/xl/${path}.xml" ContentType="${TYPE}.${type}+xml"/>`
  const sheets = Array.from({ length: tabs }, (_, at) => part(`worksheets/sheet${at + 1}`, 'worksheet'))
  return `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook', 'sheet.main')}${part('styles', 'styles')}${sheets.join('')}</Types>`
}

const relations = (to: readonly (readonly [kind: string, target: string])[]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${to
    .map(([kind, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`

const workbook = (tabs: readonly Tab[]): string =>
  `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${tabs
    .map(({ name }, at) => `<sheet name="${marked(allowed(nameOf(name)))}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('')}</sheets></workbook>`

const nameOf = (name: string): string => name.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, NAME_MOST) || '1'

const stylesOf = (formats: readonly string[]): string => {
  const codes = formats.map((code, at) => `<numFmt numFmtId="${FORMAT_IDS_FROM + at}" formatCode="${marked(code)}"/>`)
  const numbers = formats.map(
    (_, at) =>
      `<xf numFmtId="${FORMAT_IDS_FROM + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`
  const plain = (more: string) => `<xf numFmtId="0" fontId="0" fillId="0" borderId="0"${more}/>`
  return `<styleSheet xmlns="${MAIN}">${codes.length > 0 ? `<numFmts count="${codes.length}">${codes.join('')}</numFmts>` : ''}<fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1">${plain('')}</cellStyleXfs><cellXfs count="${FORMATS_FROM + numbers.length}">${plain(' xfId="0"')}<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyAlignment="1"><alignment wrapText="1"/></xf>${numbers.join('')}</cellXfs></styleSheet>`
}
