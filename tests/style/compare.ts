import sharp, { type OutputInfo, type Sharp } from 'sharp'

/** Minimum difference of a colour, of 255; smaller ones come from smoothing and lossy files. */
const SEEN = 16

interface Difference {
  /** Pixels. */
  readonly count: number
  /** The new picture with its differences in red; null: none. */
  readonly where: Buffer | null
}

/** Halving the size hides differences in smoothing, and keeps files small. */
export async function halved(picture: Buffer): Promise<Sharp> {
  const { width } = await sharp(picture).metadata()
  return sharp(picture)
    .removeAlpha()
    .resize({ width: Math.floor(width / 2) })
}

const pixels = (picture: Sharp): Promise<{ readonly data: Buffer; readonly info: OutputInfo }> =>
  picture.raw().toBuffer({ resolveWithObject: true })

/** Compares a stored picture with a new one of twice its size. Another size differs as a whole. */
export async function compare(golden: Buffer, now: Buffer): Promise<Difference> {
  const before = await pixels(sharp(golden).removeAlpha())
  const { data, info } = await pixels(await halved(now))
  if (before.info.width !== info.width || before.info.height !== info.height)
    return { count: data.length / 3, where: now }
  let different = 0
  for (let at = 0; at < data.length; at += 3) {
    const seen = [0, 1, 2].some(
      (channel) => Math.abs((data[at + channel] ?? 0) - (before.data[at + channel] ?? 0)) > SEEN,
    )
    if (!seen) continue
    different += 1
    data.set([230, 0, 0], at)
  }
  const raw = { width: info.width, height: info.height, channels: 3 } as const
  const where = different === 0 ? null : await sharp(data, { raw }).png().toBuffer()
  return { count: different, where }
}
