import { BANK_FILE_BYTES } from '../../../../contract/bank-file.ts'
import type { SentBy } from '../../../../client/calls/index.ts'

/** Characters of base64 are made of so many bytes at once, which are a multiple of three. */
const PIECE = 3 * 8_192

const base64 = (bytes: Uint8Array): string => {
  let text = ''
  for (let from = 0; from < bytes.length; from += PIECE)
    text += btoa(String.fromCodePoint(...bytes.subarray(from, from + PIECE)))
  return text
}

/**
 * A bank's file as the call takes it: compressed where the browser can, so that a statement of megabytes goes over a weak
 * link. `null`: too large.
 */
export async function statementBody(file: File): Promise<SentBy<'bankFileRead'>['body'] | null> {
  if (file.size > BANK_FILE_BYTES) return null
  const name = file.name.trim().slice(0, 200) || 'camt.053'
  if (typeof CompressionStream === 'undefined')
    return { name, gzip: false, bytes: base64(new Uint8Array(await file.arrayBuffer())) }
  const zipped = new Response(file.stream().pipeThrough(new CompressionStream('gzip')))
  return { name, gzip: true, bytes: base64(new Uint8Array(await zipped.arrayBuffer())) }
}
