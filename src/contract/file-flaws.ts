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
  // Some writers end a file twice, and anything may follow: the last end that has a table in front of it counts.
  const end = Array.from(text.matchAll(/startxref\s+\d+\s+%%EOF/g)).at(-1)
  if (end === undefined || isShort(text)) return 'damaged'
  const body = text.slice(0, end.index)
  if (/\/Encrypt(?:\s+\d+\s+\d+\s+R|\s*<<)/.test(body)) return 'encrypted'
  if (!/\/Root\s+\d+\s+\d+\s+R/.test(body)) return 'damaged'
  return /\/Type\s*\/(?:Page(?![A-Za-z])|ObjStm)/.test(body) ? null : 'noPages'
}

/** A file for the web has an end near its beginning as well, and states its length there: one that was cut off is shorter. */
function isShort(text: string): boolean {
  const stated = /\/Linearized\b[^>]{0,200}?\/L\s+(\d{1,10})/.exec(text.slice(0, 2 * PDF_HEAD_BYTES))?.[1]
  return stated !== undefined && text.length < Number(stated)
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
  return at >= 0 && !/<|^PK|^MZ|^.?ELF|^#!|^GIF8|^.?PNG|^RIFF|^Rar!|\u00ff\u00d8/.test(text.slice(0, at))
}

/** What a refused file is, by its content: a reason of `file.*`. */
export type FileFlaw =
  | 'file.pdf_encrypted'
  | 'file.pdf_empty'
  | 'file.pdf_damaged'
  | 'file.heic'
  | 'file.avif'
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

/** The flaw that a picture's content shows: HEIC or AVIF under any name, a JPEG or PNG that was cut off. */
export function pictureFlaw(bytes: Uint8Array): FileFlaw | null {
  const heif = heifOf(bytes)
  if (heif !== null) return `file.${heif}`
  const isPicture = startsWith(bytes, [0xff, 0xd8, 0xff]) || startsWith(bytes, [0x89, 0x50, 0x4e, 0x47])
  return isPicture && isCutOff(bytes) ? 'file.picture_damaged' : null
}
const startsWith = (bytes: Uint8Array, head: readonly number[]): boolean =>
  head.every((byte, index) => bytes[index] === byte)

/** HEIC is known by its content; its name may end in `.jpg`. */
const HEIC_BRANDS = /^(?:hei[cxms]|hev[cxms])$/
/** Brands of pictures of either kind: those behind it tell which. */
const EITHER_BRANDS = /^(?:mif[123]|msf1|miaf|MiHB|MiHA)$/
const BRANDS_MOST = 64

/** HEIC, which phones take and browsers do not show, or AVIF; null for other content. */
function heifOf(bytes: Uint8Array): 'heic' | 'avif' | null {
  const text = String.fromCharCode(...bytes.subarray(0, 16 + 4 * BRANDS_MOST))
  if (text.slice(4, 8) !== 'ftyp') return null
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  const behind = text.slice(16, Math.max(16, size)).match(/[\s\S]{4}/g) ?? []
  for (const brand of [text.slice(8, 12), ...behind]) {
    if (HEIC_BRANDS.test(brand)) return 'heic'
    if (/^avi[fso]$/.test(brand)) return 'avif'
  }
  return EITHER_BRANDS.test(text.slice(8, 12)) ? 'heic' : null
}

/** Whether a JPEG or PNG lacks its end: it was cut off. Bytes may follow the end. */
function isCutOff(bytes: Uint8Array): boolean {
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8
  const mark = isJpeg ? [0xff, 0xd9] : [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]
  const from = isJpeg ? scanOf(bytes) : 1
  for (let at = bytes.length - mark.length; at > from; at -= 1)
    if (mark.every((byte, index) => bytes[at + index] === byte)) return false
  return true
}

const [EXIF, SCAN] = [0xe1, 0xda]
/** Where a JPEG's own picture begins: the thumbnail in front of it has an end as well. */
function scanOf(bytes: Uint8Array): number {
  let at = 2
  while (bytes[at] === 0xff && bytes[at + 1] !== SCAN) {
    const next = at + 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0)
    // A file that ends inside its thumbnail's segment has no picture.
    if (next >= bytes.length) return bytes[at + 1] === EXIF ? bytes.length : 1
    at = next
  }
  return at
}
