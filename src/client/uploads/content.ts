import { pdfFlaw } from '../../contract/file-flaws.ts'

/** First bytes of each file type, hex. Text has none. */
const BEGINNINGS: Readonly<Record<string, readonly string[]>> = {
  png: ['89504e470d0a1a0a'],
  jpg: ['ffd8ff'],
  jpeg: ['ffd8ff'],
  doc: ['d0cf11e0a1b11ae1', '504b0304'],
  xls: ['d0cf11e0a1b11ae1', '504b0304'],
  xlsx: ['504b0304'],
  ppt: ['d0cf11e0a1b11ae1', '504b0304'],
}
const LOOKED_AT = 8
const PIECE = 4096

/** Whether the bytes are of one of these types, regardless of the file's name. The server checks more closely. */
export function contentFits(bytes: ArrayBuffer, types: readonly string[]): boolean {
  const start = Array.from(new Uint8Array(bytes, 0, Math.min(LOOKED_AT, bytes.byteLength)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  return types.some((type) =>
    type === 'txt' || type === 'csv'
      ? isText(bytes)
      : type === 'pdf'
        ? pdfFlaw(new Uint8Array(bytes)) !== 'none'
        : (BEGINNINGS[type] ?? []).some((beginning) => start.startsWith(beginning)),
  )
}

/** Text has no zero byte, except UTF-16: with its byte order mark, or with zeros as one half of each letter alone. */
function isText(bytes: ArrayBuffer): boolean {
  const piece = new Uint8Array(bytes, 0, Math.min(PIECE, bytes.byteLength))
  const marked = (piece[0] === 0xff && piece[1] === 0xfe) || (piece[0] === 0xfe && piece[1] === 0xff)
  const halves = [0, 1].filter((half) => piece.some((byte, at) => byte === 0 && at % 2 === half))
  return marked || halves.length === 0 || (halves.length === 1 && piece.filter((byte) => byte === 0).length > 1)
}
