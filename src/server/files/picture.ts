import sharp from 'sharp'

/** No photograph below 2 MB has more; a file that does is meant to fill the memory. */
const PIXELS_MOST = 30_000_000
const SIDE_MOST = 12_000
const LONGEST_S = 15
const JPEG = Buffer.from('ffd8ff', 'hex')
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
/** One at a time: decoding takes a core and 120 MB at worst. */
let queue: Promise<unknown> = Promise.resolve()

interface CleanPicture {
  readonly bytes: Buffer
  readonly type: 'image/jpeg' | 'image/png'
  readonly extension: 'jpg' | 'png'
}

/**
 * The picture, decoded completely and encoded anew: upright, without the camera's metadata (place, device) and without
 * hidden content. `null`: no picture, or an incomplete one.
 */
export function cleanPicture(bytes: Buffer): Promise<CleanPicture | null> {
  const cleaned = queue.then(() => clean(bytes))
  queue = cleaned
  return cleaned
}

async function clean(bytes: Buffer): Promise<CleanPicture | null> {
  const format = bytes.subarray(0, JPEG.length).equals(JPEG)
    ? 'jpeg'
    : bytes.subarray(0, PNG.length).equals(PNG)
      ? 'png'
      : null
  if (format === null) return null
  try {
    const picture = sharp(bytes, { failOn: 'error', limitInputPixels: PIXELS_MOST, sequentialRead: true, pages: 1 })
    const { format: found, width, height } = await picture.metadata()
    if (found !== format || Math.max(width, height) > SIDE_MOST) return null
    const upright = picture.autoOrient().timeout({ seconds: LONGEST_S })
    return format === 'jpeg'
      ? { bytes: await upright.jpeg({ quality: 90 }).toBuffer(), type: 'image/jpeg', extension: 'jpg' }
      : { bytes: await upright.png().toBuffer(), type: 'image/png', extension: 'png' }
  } catch {
    return null
  }
}
