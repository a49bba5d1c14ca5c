/** Bytes that are looked at to tell one charset from another. */
const LOOKED_AT = 256 * 1024

type Charset = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'windows-1252'

/**
 * The charset of a text as spreadsheets save it: UTF-8, UTF-16 with its mark or without, GB 18030, or the single bytes of
 * Western Europe.
 */
export function charsetOf(bytes: Buffer): Charset {
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe') return 'utf-16le'
  if (mark === 'feff') return 'utf-16be'
  const head = bytes.subarray(0, LOOKED_AT)
  return wideOf(head) ?? (isText(bytes, 'utf-8') ? 'utf-8' : isWestern(head) ? 'windows-1252' : 'gb18030')
}

/** Whether all bytes are a text of that charset. */
function isText(bytes: Buffer, charset: Charset): boolean {
  try {
    new TextDecoder(charset, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** UTF-16 without its mark, by the empty halves of its separators and line ends. */
function wideOf(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  const halves = [0, 0]
  for (let at = 1; at < head.length; at += 2)
    for (const half of [0, 1])
      if (head[at - 1 + half] === 0 && SIGNS.has(head[at - half] ?? 0)) halves[half] = (halves[half] ?? 0) + 1
  const [first = 0, second = 0] = halves
  if (first + second < 2 || Math.min(first, second) > 0) return null
  return first > 0 ? 'utf-16be' : 'utf-16le'
}
const SIGNS: ReadonlySet<number> = new Set(Buffer.from('\t\n\r,;'))

/** Chinese stands in runs of an even number of bytes above ASCII; a letter of Western Europe mostly stands alone. */
function isWestern(head: Buffer): boolean {
  let [letters, chinese, run] = [0, 0, 0]
  for (let at = 0; at <= head.length; at++)
    if ((head[at] ?? 0) > 0x7f) run += 1
    else if (run > 0) {
      if (run === 1) letters += 1
      else if (run % 2 === 0) chinese += 1
      run = 0
    }
  return letters > chinese
}
