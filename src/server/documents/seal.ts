import { createHash } from 'node:crypto'

/** The signature at the end of a document of ours: readers of PDF take it for a comment. */
export interface Seal {
  readonly keyId: string
  /** base64url */
  readonly signature: string
}

/** The signed text (as UTF-8 bytes), distinct from that of receipts by its first words. */
export const sealText = (pdf: Uint8Array): string =>
  `timber-sale-room documents ${createHash('sha256').update(pdf).digest('hex')}`

const MARK = '%timber-sale-room-seal'
const LINE = /\n%timber-sale-room-seal ([0-9a-f]{1,64}) ([\w-]{86})\n$/
/** Maximum length of the seal's line. */
const LONGEST = 200

/** The document with its seal appended. */
export const sealed = (pdf: Buffer, sign: (text: string) => Seal): Buffer => {
  const { keyId, signature } = sign(sealText(pdf))
  return Buffer.concat([pdf, Buffer.from(`\n${MARK} ${keyId} ${signature}\n`, 'latin1')])
}

/** The sealed bytes and the seal. `null`: the file does not end with a seal. */
export function unsealed(file: Buffer): { readonly pdf: Buffer; readonly seal: Seal } | null {
  const end = file.subarray(-LONGEST).toString('latin1')
  const [line, keyId = '', signature = ''] = LINE.exec(end) ?? []
  return line === undefined ? null : { pdf: file.subarray(0, file.length - line.length), seal: { keyId, signature } }
}
