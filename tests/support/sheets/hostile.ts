import { headingOf, LOT_COLUMNS } from '../../../src/server/lots/columns.ts'
import { packed, zipOf } from '../zip.ts'

interface HostileSheet {
  readonly name: string
  readonly bytes: Buffer
}

const MB = 1024 * 1024
/** The largest file that an upload takes. */
const FILE_MOST = 5 * MB - 1
/** All columns of a lot, so that the rows below are read. */
const HEADINGS = LOT_COLUMNS.map((column) => headingOf(column))
const HEADER = `${HEADINGS.map((name) => `"${name}"`).join(',')}\n`

const xml = (text: string) => packed(Buffer.from(text))
const within = (bytes: number, head: string, piece: string, foot = ''): string =>
  head + piece.repeat(Math.max(0, Math.floor((bytes - head.length - foot.length) / piece.length))) + foot

interface Parts {
  readonly sheet?: string
  readonly styles?: string
  readonly strings?: string
}

/** A workbook of one sheet with these parts. */
const workbook = ({ sheet = '<worksheet><sheetData/></worksheet>', styles, strings }: Parts): Buffer =>
  zipOf({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="lots" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': xml(sheet),
    ...(styles !== undefined && { 'xl/styles.xml': xml(styles) }),
    ...(strings !== undefined && { 'xl/sharedStrings.xml': xml(strings) }),
  })

const styles = (codes: string) =>
  `<styleSheet><numFmts>${codes}</numFmts><cellXfs>${'<xf numFmtId="164"/>'.repeat(1_000)}</cellXfs></styleSheet>`
const rows = (body: string) => `<worksheet><sheetData>${body}</sheetData></worksheet>`
const header = `<row r="1">${HEADINGS.map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join('')}</row>`
/** A number of its own for each piece, so that no ratio of packing gives the file away. */
const numbered = (count: number, piece: (number: number) => string): string =>
  Array.from({ length: count }, (_, at) => piece((at * 2_654_435_761) % 4_294_967_296)).join('')
const lines = (cell: string): string => within(FILE_MOST, HEADER, `${HEADINGS.map(() => cell).join(',')}\n`)

/** Thirty files of 8 kB to 5 MB, each made to keep a reader busy, to fill its memory, or to end it. */
export function hostileSheets(): readonly HostileSheet[] {
  const csv: Readonly<Record<string, string>> = {
    'white space': ' '.repeat(FILE_MOST),
    quotes: '"'.repeat(FILE_MOST),
    'a quote that never closes': `${HEADER}"${'a'.repeat(FILE_MOST - 200)}`,
    'spaces before quotes': within(FILE_MOST, HEADER, `${' '.repeat(2_000)}"`),
    commas: ','.repeat(FILE_MOST),
    'line ends': '\n'.repeat(FILE_MOST),
    'apostrophes before a formula': within(FILE_MOST, HEADER, `${"'".repeat(3_900)}x,`),
    'digits in every cell': lines('1'.repeat(3_990)),
    'points in every cell': lines('1' + '.'.repeat(3_980)),
    'brackets in every cell': lines('('.repeat(3_990)),
    'digits and words in every cell': lines('1 m '.repeat(900)),
    'brackets in headings': within(8_000, '', '(((((((((([[[[[[[[[['),
    'brackets in many headings': within(FILE_MOST, '', `${'('.repeat(3_990)},`),
    'headings of units': within(FILE_MOST, '', `${'Length (m3/'.repeat(350)},`),
    'rows of one cell': within(FILE_MOST, HEADER, 'x\n'),
  }
  const books: Readonly<Record<string, Parts>> = {
    'a format of brackets': { styles: styles(`<numFmt numFmtId="164" formatCode="${'['.repeat(3 * MB)}"/>`) },
    'a format of quotes': { styles: styles(`<numFmt numFmtId="164" formatCode="${'&quot;'.repeat(500_000)}"/>`) },
    'ten thousand formats': {
      styles: styles(
        Array.from({ length: 10_000 }, (_, id) => `<numFmt numFmtId="${id}" formatCode="${'0['.repeat(127)}"/>`).join(
          '',
        ),
      ),
    },
    'two hundred thousand texts': {
      strings: `<sst>${Array.from({ length: 200_000 }, (_, at) => `<si><t>${at} ${'x'.repeat(40)}</t></si>`).join('')}</sst>`,
    },
    'one text of 15 MB': { strings: `<sst><si><t>${numbered(900_000, String)}</t></si></sst>` },
    'escaped characters': {
      strings: `<sst><si><t>${numbered(600_000, (number) => `_x000D_${number}`)}</t></si></sst>`,
    },
    'half an escape, again and again': {
      strings: `<sst><si><t>${numbered(800_000, (number) => `_x000${number}`)}</t></si></sst>`,
    },
    'elements one in another': { sheet: rows(numbered(600_000, (number) => `<a b="${number}">`)) },
    'attributes of one element': {
      sheet: rows(`<row ${Array.from({ length: 400_000 }, (_, at) => `a${at}="1"`).join(' ')}></row>`),
    },
    'a dimension that never closes': {
      sheet: `<worksheet><dimension ${numbered(800_000, (number) => `ref="A${number}`)}`,
    },
    'merged ranges over each other': {
      sheet: `<worksheet><sheetData>${header}${numbered(600_000, (number) => `<row hidden="1"><c><v>${number}</v></c></row>`)}</sheetData><mergeCells>${'<mergeCell ref="A2:IV1048576"/>'.repeat(256)}</mergeCells></worksheet>`,
    },
    'hidden rows': {
      sheet: rows(header + numbered(750_000, (number) => `<row hidden="1"><c><v>${number}</v></c></row>`)),
    },
    'empty rows': { sheet: rows(header + numbered(750_000, (number) => `<row a="${number}"></row>`)) },
    'columns far to the right': {
      sheet: rows(header + `<row>${numbered(700_000, (number) => `<c><v>${number}</v></c>`)}</row>`),
    },
    'entities in a text': {
      sheet: rows(
        header +
          `<row><c t="inlineStr"><is><t>${numbered(750_000, (number) => `&amp;${number}&lt;`)}</t></is></c></row>`,
      ),
    },
  }
  return [
    ...Object.entries(csv).map(([name, text]) => ({
      name: `${name}.csv`,
      bytes: Buffer.from(text).subarray(0, FILE_MOST),
    })),
    ...Object.entries(books).map(([name, parts]) => ({ name: `${name}.xlsx`, bytes: workbook(parts) })),
  ]
}
