import { documentFlaw, pictureFlaw } from '../../contract/file-flaws.ts'
import { reasonTexts } from '../../texts/reasons.ts'
import { contentFits } from './content.ts'
import { Refused } from './refused.ts'
import { fits, isLarge, maxBytes, tooLarge, tooMany, wrongType, type UploadRule } from './rules.ts'
import type { Shrunk } from './shrink.ts'

/** A file ready for upload. */
export interface Prepared {
  readonly name: string
  readonly type: string
  readonly bytes: ArrayBuffer
  /** Hash, hex; null if the browser cannot compute it. */
  readonly sha256: string | null
}

export interface PreparePorts {
  readonly shrink: (picture: Blob, limit: number) => Promise<Shrunk>
  readonly sha256: (bytes: ArrayBuffer) => Promise<string | null>
}

/** Prepares the picked files for upload: all of them, or none. Throws `Refused` if one breaks the rule. */
export async function prepare(
  files: readonly File[],
  { attached, rule, ports }: { readonly attached: number; readonly rule: UploadRule; readonly ports: PreparePorts },
): Promise<readonly Prepared[]> {
  if (attached + files.length > rule.maxFiles) throw new Refused(tooMany(rule))
  if (!files.every((file) => fits(file, rule))) throw new Refused(wrongType(rule))
  if (rule.kind !== 'picture' && files.some((file) => isLarge(file, rule))) throw new Refused(tooLarge(rule))
  // Read at once, because a file on a phone can change or vanish while the page is open.
  const read = await Promise.all(
    files.map(async (file) => ({ name: file.name, type: file.type, bytes: await file.arrayBuffer() })),
  )
  for (const { name, bytes } of read) {
    const content = new Uint8Array(bytes)
    const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
    const flaw = rule.kind === 'picture' ? pictureFlaw(content) : documentFlaw(extension, content)
    if (flaw) throw new Refused(reasonTexts[flaw])
    if (!contentFits(bytes, rule.types)) throw new Refused(wrongType(rule))
  }
  const ready: Prepared[] = []
  // One at a time: a decoded photograph takes 50 MB of a phone's memory.
  for (const file of read) {
    const fitting = rule.kind === 'picture' ? await smaller(file, rule, ports) : file
    ready.push({ ...fitting, sha256: await ports.sha256(fitting.bytes) })
  }
  return ready
}

type Read = Omit<Prepared, 'sha256'>

async function smaller(file: Read, rule: UploadRule, { shrink }: PreparePorts): Promise<Read> {
  const type = isPng(file) ? 'image/png' : 'image/jpeg'
  const picture = new Blob([file.bytes], { type })
  const shrunk = await shrink(picture, maxBytes(rule))
  if (shrunk === 'unreadable') throw new Refused(wrongType(rule))
  if (shrunk === 'tooLarge') throw new Refused(tooLarge(rule))
  const bytes = shrunk.size === picture.size ? file.bytes : await shrunk.arrayBuffer()
  return { name: named(file.name, shrunk.type), type: shrunk.type, bytes }
}

const isPng = ({ bytes }: Read): boolean => contentFits(bytes, ['png'])

/** Corrects the name's ending: the server requires that name and content agree. */
function named(name: string, type: string): string {
  const fitting = type === 'image/png' ? /\.png$/i : /\.jpe?g$/i
  return fitting.test(name) ? name : `${name.replace(/\.[^.]{1,8}$/, '')}.${type === 'image/png' ? 'png' : 'jpg'}`
}

/** Browsers compute hashes only on pages with TLS, and on localhost. */
export async function sha256Of(bytes: ArrayBuffer): Promise<string | null> {
  if (!globalThis.isSecureContext) return null
  const hash = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
