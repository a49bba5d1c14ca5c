import { LOOKS, type LookCode } from './looks.ts'

/** The subject of a drawn picture. */
export const SUBJECTS = ['end', 'pile', 'sawn', 'figure'] as const
export type Subject = (typeof SUBJECTS)[number]

export const FORMATS = { avif: 'image/avif', webp: 'image/webp' } as const
export type Format = keyof typeof FORMATS

/** A name describes its drawing, so that the file can be redrawn from it: `okoume-pile-1k3f`. */
export interface Drawing {
  readonly species: LookCode
  readonly subject: Subject
  readonly seed: number
}

/** A file of the picture store: `okoume-pile-1k3f.avif`, and `okoume-pile-1k3f.thumb.avif` for its thumbnail. */
export interface PictureName {
  readonly stem: string
  readonly thumb: boolean
  readonly format: Format
}

export const stemOf = ({ species, subject, seed }: Drawing): string => `${species}-${subject}-${seed.toString(36)}`
export const fileName = ({ stem, thumb, format }: PictureName): string => `${stem}${thumb ? '.thumb' : ''}.${format}`

/** `null`: not a name of the store. Only these characters reach the file system. */
export function parseName(name: string): PictureName | null {
  const match = /^([A-Za-z0-9]{1,40}(?:-[A-Za-z0-9]{1,40}){0,4})(\.thumb)?\.(avif|webp)$/.exec(name)
  const [, stem, thumb, format] = match ?? []
  if (stem === undefined || (format !== 'avif' && format !== 'webp')) return null
  return { stem, thumb: thumb !== undefined, format }
}

export function parseStem(stem: string): Drawing | null {
  const match = /^([A-Za-z]+)-(end|pile|sawn|figure)-([0-9a-z]{1,7})$/.exec(stem)
  const [, species, subject, seed] = match ?? []
  const drawn = SUBJECTS.find((s) => s === subject)
  if (species === undefined || !isLook(species) || drawn === undefined || seed === undefined) return null
  return { species, subject: drawn, seed: Number.parseInt(seed, 36) >>> 0 }
}

const isLook = (code: string): code is LookCode => Object.hasOwn(LOOKS, code)

/** The thumbnail that belongs to a picture; `null` for a name that is not of the store. */
export function thumbnailOf(name: string): string | null {
  const parsed = parseName(name)
  return parsed && fileName({ ...parsed, thumb: true })
}

const UPLOADED = /^up-([0-9a-f]{24})-([0-9a-f]{24})$/

/** The stem of an uploaded file's picture: the file's id in hexadecimal, since file systems may ignore case. */
export function uploadedStem(fileId: string): string {
  const hex = Buffer.from(fileId, 'base64url').toString('hex')
  const stem = `up-${hex.slice(0, 24)}-${hex.slice(24)}`
  if (uploadedFile(stem) !== fileId) throw new RangeError('not the id of an uploaded file')
  return stem
}

/** Id of the uploaded file behind a stem; `null`: the stem is of a drawing. */
export function uploadedFile(stem: string): string | null {
  const [, first, second] = UPLOADED.exec(stem) ?? []
  return first === undefined || second === undefined ? null : Buffer.from(first + second, 'hex').toString('base64url')
}
