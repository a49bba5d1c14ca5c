import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { UPLOAD } from '../../contract/calls/files.ts'
import { PICTURE_MOST } from '../../contract/constants.ts'

const LONGEST_S = 15
const JPEG = Buffer.from('ffd8ff', 'hex')
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
/** Tried in turn until the picture is below its limit: a grainy picture can grow when it is encoded anew. */
const JPEG_STEPS: readonly { readonly quality: number; readonly side?: number }[] = [
  { quality: 90 },
  { quality: 82 },
  { quality: 74 },
  { quality: 64 },
  { quality: 64, side: 2_800 },
  { quality: 45, side: 2_000 },
]

interface CleanPicture {
  readonly bytes: Buffer
  readonly type: 'image/jpeg' | 'image/png'
  readonly extension: 'jpg' | 'png'
}

/**
 * The picture, decoded completely and encoded anew: upright, under the limit of a picture, without the camera's metadata
 * (place, device) and without hidden content. `null`: no picture, or an incomplete one. Takes a core and up to 120 MB:
 * the work of uploads decodes one at a time.
 */
export async function cleanPicture(bytes: Buffer): Promise<CleanPicture | null> {
  const format = bytes.subarray(0, JPEG.length).equals(JPEG)
    ? 'jpeg'
    : bytes.subarray(0, PNG.length).equals(PNG)
      ? 'png'
      : null
  if (format === null) return null
  try {
    const picture = sharp(bytes, {
      failOn: 'error',
      limitInputPixels: PICTURE_MOST.pixels,
      sequentialRead: true,
      pages: 1,
    })
    const { format: found, width, height } = await picture.metadata()
    if (found !== format || Math.max(width, height) > PICTURE_MOST.side) return null
    const upright = picture.autoOrient().timeout({ seconds: LONGEST_S })
    return (format === 'png' ? await asPng(upright) : null) ?? (await asJpeg(upright))
  } catch {
    return null
  }
}

/** `null`: above the limit as a PNG. */
async function asPng(picture: Sharp): Promise<CleanPicture | null> {
  for (const options of [{}, { compressionLevel: 9, adaptiveFiltering: true }]) {
    const bytes = await picture.clone().png(options).toBuffer()
    if (bytes.length < UPLOAD.pictureBytes) return { bytes, type: 'image/png', extension: 'png' }
  }
  return null
}

async function asJpeg(picture: Sharp): Promise<CleanPicture | null> {
  for (const { quality, side } of JPEG_STEPS) {
    const sized =
      side === undefined
        ? picture.clone()
        : picture.clone().resize(side, side, { fit: 'inside', withoutEnlargement: true })
    // Transparent parts would turn black.
    const bytes = await sized.flatten({ background: '#fff' }).jpeg({ quality }).toBuffer()
    if (bytes.length < UPLOAD.pictureBytes) return { bytes, type: 'image/jpeg', extension: 'jpg' }
  }
  return null
}
