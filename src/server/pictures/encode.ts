import sharp from 'sharp'
import type { Format } from './names.ts'

/** Raw RGB, three bytes a pixel. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

// One core is enough for pictures; the others belong to the sale.
sharp.concurrency(1)

export interface Size {
  readonly width: number
  readonly height: number
  /** Maximum size of the file, bytes. */
  readonly limit: number
}

export const THUMB: Size = { width: 240, height: 180, limit: 6_000 }
export const LARGE: Size = { width: 800, height: 600, limit: 40_000 }
/** Characters of a placeholder's data URI. */
export const PLACEHOLDER_LIMIT = 300

const QUALITIES = [48, 40, 32, 24, 16, 8] as const

/** The best quality below the size limit: on a weak link a late picture is worse than a coarse one. */
export async function encode(drawn: Raster, size: Size, format: Format): Promise<Buffer> {
  const pixels = await open(drawn).resize(size.width, size.height).raw().toBuffer()
  for (const quality of QUALITIES) {
    const picture = sharp(pixels, { raw: { width: size.width, height: size.height, channels: 3 } })
    const bytes = await (
      format === 'avif' ? picture.avif({ quality, effort: 3 }) : picture.webp({ quality, effort: 4 })
    ).toBuffer()
    if (bytes.length <= size.limit) return bytes
  }
  // Grainy pictures, such as of sawdust, fit only when blurred.
  return format === 'avif'
    ? sharp(pixels, { raw: { width: size.width, height: size.height, channels: 3 } })
        .blur(3)
        .avif({ quality: 8, effort: 3 })
        .toBuffer()
    : sharp(pixels, { raw: { width: size.width, height: size.height, channels: 3 } })
        .blur(3)
        .webp({ quality: 8, effort: 4 })
        .toBuffer()
}

/** A few pixels to show while the picture loads. */
export async function placeholder(drawn: Raster): Promise<string> {
  const bytes = await open(drawn).resize(16, 12).webp({ quality: 20, effort: 2 }).toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}

const open = ({ data, width, height }: Raster) => sharp(data, { raw: { width, height, channels: 3 } })
