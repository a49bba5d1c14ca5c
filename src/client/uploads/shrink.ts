import { PICTURE_MOST } from '../../contract/constants.ts'

export interface Size {
  readonly width: number
  readonly height: number
}
/** A decoded picture that can be drawn at another size: the browser's canvas, or a test's. */
export interface Drawn extends Size {
  encode(size: Size, type: string, quality: number): Promise<Blob>
  close(): void
}
export type Decode = (picture: Blob) => Promise<Drawn>

/** `unreadable`: the file is no picture by its content; its name does not count. */
export type Shrunk = Blob | 'unreadable' | 'tooLarge'

const LONGEST = 2800
/** Smallest length of the longer side at which small print stays readable; above it quality is reduced first. */
const LEAST = 2000
const QUALITIES = [0.9, 0.82, 0.74]
const LOW_QUALITIES = [...QUALITIES, 0.64, 0.54, 0.45]
const TRIES = 10
const longest = ({ width, height }: Size): number => Math.max(width, height)

/**
 * Shrinks a picture below a byte limit and below the server's pixel limit, which a scanned page exceeds with few bytes.
 * A picture that fits is sent unchanged; a larger one is redrawn smaller and upright. A PNG stays a PNG while it
 * remains readable, otherwise it becomes a JPEG.
 */
export async function shrink(file: Blob, limit: number, decode: Decode): Promise<Shrunk> {
  const picture = await decode(file).catch(() => null)
  if (!picture) return 'unreadable'
  try {
    if (file.size < limit && isTaken(picture)) return file
    const asPng = file.type === 'image/png' ? await fitted(picture, 'image/png', limit) : null
    return asPng ?? (await fitted(picture, 'image/jpeg', limit)) ?? 'tooLarge'
  } finally {
    picture.close()
  }
}

const isTaken = ({ width, height }: Size): boolean =>
  width * height <= PICTURE_MOST.pixels && Math.max(width, height) <= PICTURE_MOST.side

async function fitted(picture: Drawn, type: 'image/png' | 'image/jpeg', limit: number): Promise<Blob | null> {
  let size = within(picture, LONGEST)
  for (let tries = 0; tries < TRIES; tries++) {
    const isLeast = longest(size) <= LEAST
    const best = await smallest(picture, size, { type, limit, qualities: isLeast ? LOW_QUALITIES : QUALITIES })
    if (best.size < limit) return best
    if (isLeast && type === 'image/png') return null
    // The size follows the area; a little smaller, so that the next try is likely to fit.
    const next = scaled(size, Math.min(0.85, Math.sqrt(limit / best.size) * 0.92))
    size = !isLeast && longest(next) < LEAST ? within(size, LEAST) : next
  }
  return null
}

interface Wanted {
  readonly type: 'image/png' | 'image/jpeg'
  readonly limit: number
  readonly qualities: readonly number[]
}

/** The best quality that fits, or the lowest one. A PNG has no quality setting. */
async function smallest(picture: Drawn, size: Size, { type, limit, qualities }: Wanted): Promise<Blob> {
  let blob = await picture.encode(size, type, qualities[0] ?? 1)
  if (type === 'image/png') return blob
  for (const quality of qualities.slice(1)) {
    if (blob.size < limit) return blob
    blob = await picture.encode(size, type, quality)
  }
  return blob
}

const within = ({ width, height }: Size, most: number): Size =>
  scaled({ width, height }, Math.min(1, most / Math.max(width, height)))
const scaled = ({ width, height }: Size, by: number): Size => ({
  width: Math.max(1, Math.round(width * by)),
  height: Math.max(1, Math.round(height * by)),
})
