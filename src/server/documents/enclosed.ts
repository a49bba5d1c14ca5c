import { inflateSync } from 'node:zlib'

/** The files embedded in a PDF of ours, by name. Such a PDF has its objects uncompressed, one after another. */
export function enclosedIn(pdf: Buffer): ReadonlyMap<string, string> {
  const text = pdf.toString('latin1')
  const files = new Map<string, string>()
  for (const [, said = ''] of text.matchAll(/<<\s*\/Type \/Filespec([\s\S]*?)\nendobj/g)) {
    const name = /\/F \(([\w.-]+)\)/.exec(said)?.[1]
    const at = /\/EF <<\s*\/F (\d+) 0 R/.exec(said)?.[1]
    const bytes = at === undefined ? null : streamOf(pdf, text, at)
    if (name !== undefined && bytes) files.set(name, bytes.toString('utf8'))
  }
  return files
}

function streamOf(pdf: Buffer, text: string, object: string): Buffer | null {
  const from = text.indexOf(`\n${object} 0 obj\n`)
  const begin = text.indexOf('stream\n', from)
  if (from < 0 || begin < 0) return null
  const head = text.slice(from, begin)
  const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? Number.NaN)
  if (!Number.isSafeInteger(length)) return null
  const start = begin + 'stream\n'.length
  const bytes = pdf.subarray(start, start + length)
  return head.includes('/FlateDecode') ? inflateSync(bytes) : bytes
}
