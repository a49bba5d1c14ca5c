/** What keeps a PDF from being read: `none` is no PDF at all. */
export type PdfFlaw = 'none' | 'encrypted' | 'noPages' | 'damaged'

/** Readers accept the header anywhere in the first 1,024 bytes. */
export const PDF_HEAD_BYTES = 1_024

/**
 * The flaw of a PDF by its bytes, or null. The header may have a mark in front of it, and anything may follow the last
 * `%%EOF`. Pages inside compressed objects count as present, because only a reader could see them.
 */
export function pdfFlaw(bytes: Uint8Array): PdfFlaw | null {
  const text = latin1(bytes)
  if (!hasPdfHead(text)) return 'none'
  const end = text.lastIndexOf('%%EOF')
  if (end < 0) return 'damaged'
  const body = text.slice(0, end)
  if (/\/Encrypt(?:\s+\d+\s+\d+\s+R|\s*<<)/.test(body)) return 'encrypted'
  if (!/startxref\s+\d+\s*$/.test(body) || !/\/Root\s+\d+\s+\d+\s+R/.test(body)) return 'damaged'
  return /\/Type\s*\/(?:Page(?![A-Za-z])|ObjStm)/.test(body) ? null : 'noPages'
}

const CHUNK = 8_192
/** One character for each byte. */
function latin1(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += CHUNK) parts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK)))
  return parts.join('')
}

/** Whether a file begins as a PDF does; mark-up or another format in front of the header is no mark. */
function hasPdfHead(text: string): boolean {
  const at = text.slice(0, PDF_HEAD_BYTES).indexOf('%PDF-')
  return at >= 0 && !/<|PK|MZ|ELF|#!|GIF8|PNG|RIFF|Rar!|\u00ff\u00d8/.test(text.slice(0, at))
}

/** What a refused file is, by its content: a reason of `file.*`. */
export type FileFlaw =
  | 'file.pdf_encrypted'
  | 'file.pdf_empty'
  | 'file.pdf_damaged'
  | 'file.heic'
  | 'file.picture_damaged'

const PDF_REASONS = { encrypted: 'file.pdf_encrypted', noPages: 'file.pdf_empty', damaged: 'file.pdf_damaged' } as const

/**
 * The flaw that a document's content shows, under a name that ends with `extension`; null where it shows none, or where
 * the content is of another type than its name.
 */
export function documentFlaw(extension: string, bytes: Uint8Array): FileFlaw | null {
  if (extension !== 'pdf') return null
  const flaw = pdfFlaw(bytes)
  return flaw === null || flaw === 'none' ? null : PDF_REASONS[flaw]
}

/** The flaw that a picture's content shows: HEIC under any name, a JPEG or PNG that was cut off. */
export function pictureFlaw(bytes: Uint8Array): FileFlaw | null {
  if (isHeic(bytes)) return 'file.heic'
  const isPicture = startsWith(bytes, [0xff, 0xd8, 0xff]) || startsWith(bytes, [0x89, 0x50, 0x4e, 0x47])
  return isPicture && isCutOff(bytes) ? 'file.picture_damaged' : null
}
const startsWith = (bytes: Uint8Array, head: readonly number[]): boolean =>
  head.every((byte, index) => bytes[index] === byte)

const HEIF_BRANDS = /^(?:heic|heix|hevc|hevx|heim|heis|mif1|msf1)/

/** HEIC, which phones take and browsers do not show. It is known by its content; its name may end in `.jpg`. */
function isHeic(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, 32))
  return head.slice(4, 8) === 'ftyp' && HEIF_BRANDS.test(head.slice(8))
}

/** Whether a JPEG or PNG has its end: one that was cut off has not. Bytes may follow it. */
function isCutOff(bytes: Uint8Array): boolean {
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8
  const mark = isJpeg ? [0xff, 0xd9] : [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]
  for (let at = bytes.length - mark.length; at > 1; at -= 1)
    if (mark.every((byte, index) => bytes[at + index] === byte)) return false
  return true
}
