import { DOCUMENT_TYPES, PICTURE_TYPES, SHEET_TYPES } from '../../contract/calls/files.ts'
import { PDF_HEAD_BYTES, pdfFlaw } from '../../contract/file-flaws.ts'
import { charsetOf } from './charset.ts'
import { partName, relationsOf, workbookPathOf } from '../sheets/package.ts'
import { hearAll } from '../sheets/xml.ts'
import { endsAsZip, isZipOf, openZip } from './zip.ts'
import type { Entry } from './zip.ts'

/** A document's type: by extension, confirmed by content. `null`: a mismatch or an unsupported type. */
export async function documentType(extension: string, bytes: Buffer): Promise<string | null> {
  const taken = Object.values<readonly string[]>(DOCUMENT_TYPES).some((all) => all.includes(extension))
  return taken ? ((await CHECKS[extension]?.(bytes)) ?? null) : null
}

/** The type of a sheet to be read in; `null`: a mismatch or an unsupported type. */
export async function sheetType(extension: string, bytes: Buffer): Promise<string | null> {
  if (extension === 'xlsx') return (await CHECKS['xlsx']?.(bytes)) ?? null
  const text = extension === 'csv' ? textType(bytes) : null
  return text && text.replace('text/plain', 'text/csv')
}

export const isSheetName = (extension: string): boolean => SHEET_TYPES.some((one) => one === extension)
export const isPictureName = (extension: string): boolean => PICTURE_TYPES.some((one) => one === extension)

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const CHECKS: Readonly<Record<string, (bytes: Buffer) => string | null | Promise<string | null>>> = {
  pdf: (bytes) => (isPdf(bytes) ? 'application/pdf' : null),
  txt: textType,
  doc: (bytes) => (isCompound(bytes, 'WordDocument') ? 'application/msword' : null),
  xls: (bytes) => (isCompound(bytes, 'Workbook') || isCompound(bytes, 'Book') ? 'application/vnd.ms-excel' : null),
  ppt: (bytes) => (isCompound(bytes, 'PowerPoint Document') ? 'application/vnd.ms-powerpoint' : null),
  docx: (bytes) => officeType(bytes, 'word/document.xml', 'wordprocessingml.document'),
  xlsx: async (bytes) => officeType(bytes, await workbookIn(bytes), 'spreadsheetml.sheet'),
  pptx: (bytes) => officeType(bytes, 'ppt/presentation.xml', 'presentationml.presentation'),
}

/** A PDF that is a zip as well is refused: it would be opened as something else than it was checked as. */
const isPdf = (bytes: Buffer): boolean => pdfFlaw(bytes) === null && !endsAsZip(bytes)

async function officeType(bytes: Buffer, part: string, type: string): Promise<string | null> {
  if (bytes.subarray(0, PDF_HEAD_BYTES).includes('%PDF-')) return null
  return (await isZipOf(bytes, part)) ? `${OFFICE}.${type}` : null
}

/** The name of a workbook's main part in its zip, wherever its package keeps it. */
async function workbookIn(bytes: Buffer): Promise<string> {
  const zip = openZip(bytes)
  const entryOf = (path: string) => [...(zip ?? [])].find(([name]) => partName(name) === partName(path))
  const path = await workbookPath(entryOf('_rels/.rels')?.[1])
  return entryOf(path)?.[0] ?? path
}
async function workbookPath(entry: Entry | undefined): Promise<string> {
  const usual = workbookPathOf(new Map())
  if (!entry || entry.unpackedBytes > RELATIONS_MOST) return usual
  try {
    return workbookPathOf(await relationsOf('_rels/.rels', (heard) => hearAll(entry, heard)))
  } catch {
    return usual
  }
}
const RELATIONS_MOST = 1024 * 1024

const startsWith = (bytes: Buffer, ...heads: readonly string[]): boolean =>
  heads.some((head) => bytes.subarray(0, head.length).equals(Buffer.from(head, 'latin1')))

const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const SECTOR = 512
/**
 * Size of an entry of the directory: the name in UTF-16 padded with zeros, then its length including the closing zero.
 */
const NAME_BYTES = 64

/** Old Office formats are file systems of their own; a stream's name tells the type. */
function isCompound(bytes: Buffer, stream: string): boolean {
  if (bytes.length < 2 * SECTOR || !bytes.subarray(0, COMPOUND.length).equals(COMPOUND)) return false
  const name = Buffer.alloc(NAME_BYTES + 2)
  name.write(stream, 'utf16le')
  name.writeUInt16LE((stream.length + 1) * 2, NAME_BYTES)
  return bytes.includes(name)
}

/**
 * Plain text in UTF-8, UTF-16, GB 18030 or windows-1252, without control characters; a PDF under a text's name is
 * refused.
 */
function textType(bytes: Buffer): string | null {
  if (startsWith(bytes, '%PDF-', '\u00ef\u00bb\u00bf%PDF-')) return null
  const charset = charsetOf(bytes)
  const text = decode(bytes, charset)
  return text === null || CONTROL.test(text) ? null : `text/plain; charset=${charset}`
}

// oxlint-disable-next-line no-control-regex -- It is control characters that we look for.
const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/

function decode(bytes: Buffer, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
