import { Refused } from './batch.ts'
import { maxBytes, tooLarge, wrongType, type UploadRule } from './rules.ts'

export interface Size {
  readonly width: number
  readonly height: number
}
/** A decoded picture that can be drawn at another size: the browser's canvas, or a test's. */
export interface Drawn extends Size {
  encode(size: Size, type: string, quality: number): Promise<Blob>
  close(): void
}
type Decode = (file: Blob) => Promise<Drawn>

/** Small print of a licence stays readable at this. */
const LONGEST = 2800
const QUALITIES = [0.9, 0.82, 0.74] as const
const TRIES = 8

/**
 * A picture under the rule's limit. What fits goes as it is, byte for byte; what is larger is drawn smaller on the
 * device, and stays the kind it was. Throws `Refused` for what is no picture.
 */
export async function shrink(file: File, rule: UploadRule, decode: Decode = decodeInBrowser): Promise<File> {
  const limit = maxBytes(rule)
  const picture = await decode(file).catch(() => {
    throw new Refused(wrongType(rule))
  })
  try {
    if (file.size < limit) return file
    const type = file.type === 'image/png' || /\.png$/i.test(file.name) ? 'image/png' : 'image/jpeg'
    let size = within(picture, LONGEST)
    for (let tries = 0; tries < TRIES; tries++) {
      const best = await smallest(picture, size, type, limit)
      if (best.size < limit) return new File([best], file.name, { type })
      // Bytes follow the area; a little less than that, so that the next try is likely to fit.
      size = scaled(size, Math.min(0.85, Math.sqrt(limit / best.size) * 0.92))
    }
    throw new Refused(tooLarge(rule))
  } finally {
    picture.close()
  }
}

/** The best quality that fits, or the smallest there is. A PNG knows no quality. */
async function smallest(picture: Drawn, size: Size, type: string, limit: number): Promise<Blob> {
  let blob = await picture.encode(size, type, QUALITIES[0])
  if (type === 'image/png') return blob
  for (const quality of QUALITIES.slice(1)) {
    if (blob.size < limit) return blob
    blob = await picture.encode(size, type, quality)
  }
  return blob
}

const within = ({ width, height }: Size, longest: number): Size =>
  scaled({ width, height }, Math.min(1, longest / Math.max(width, height)))
const scaled = ({ width, height }: Size, by: number): Size => ({
  width: Math.max(1, Math.round(width * by)),
  height: Math.max(1, Math.round(height * by)),
})

const decodeInBrowser: Decode = async (file) => {
  // Turned the way it was held: what is drawn again has lost the note that says so.
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  return {
    width: bitmap.width,
    height: bitmap.height,
    close: () => bitmap.close(),
    encode: ({ width, height }, type, quality) => {
      const canvas = document.createElement('canvas')
      canvas.width = width
      canvas.height = height
      const pen = canvas.getContext('2d')
      if (!pen) throw new Error('no canvas')
      pen.imageSmoothingQuality = 'high'
      pen.drawImage(bitmap, 0, 0, width, height)
      return new Promise((resolve, reject) => {
        canvas.toBlob(
          (blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be drawn'))),
          type,
          quality,
        )
      })
    },
  }
}
