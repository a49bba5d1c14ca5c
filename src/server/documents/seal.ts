import { createHash } from 'node:crypto'

/** The signature that a file of ours ends with: a comment to every reader of PDF. */
export interface Seal {
  readonly keyId: string
  /** base64url */
  readonly signature: string
}

/** The signed text (as UTF-8 bytes): no receipt’s begins like it. */
export const sealText = (pdf: Uint8Array): string =>
  `timber-sale-room documents ${createHash('sha256').update(pdf).digest('hex')}`

const MARK = '%timber-sale-room-seal'
const LINE = /\n%timber-sale-room-seal ([0-9a-f]{1,64}) ([\w-]{86})\n$/
/** Of the longest line. */
const LONGEST = 200

/** The document with its seal at its end. */
export const sealed = (pdf: Buffer, sign: (text: string) => Seal): Buffer => {
  const { keyId, signature } = sign(sealText(pdf))
  return Buffer.concat([pdf, Buffer.from(`\n${MARK} ${keyId} ${signature}\n`, 'latin1')])
}

/** What was sealed, and the seal. `null`: it ends with none. */
export function unsealed(file: Buffer): { readonly pdf: Buffer; readonly seal: Seal } | null {
  const end = file.subarray(-LONGEST).toString('latin1')
  const [line, keyId = '', signature = ''] = LINE.exec(end) ?? []
  return line === undefined ? null : { pdf: file.subarray(0, file.length - line.length), seal: { keyId, signature } }
}
