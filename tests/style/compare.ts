import sharp, { type OutputInfo, type Sharp } from 'sharp'

/** Of 255: less is how a glyph's edge is smoothed, and how a small file rounds colours. */
const SEEN = 16

interface Difference {
  /** Pixels. */
  readonly count: number
  /** The new picture with what differs in red; null when nothing does. */
  readonly where: Buffer | null
}

/** At half the size the smoothing of edges does not count, and files are small. */
export async function halved(picture: Buffer): Promise<Sharp> {
  const { width } = await sharp(picture).metadata()
  return sharp(picture)
    .removeAlpha()
    .resize({ width: Math.floor(width / 2) })
}

const pixels = (picture: Sharp): Promise<{ readonly data: Buffer; readonly info: OutputInfo }> =>
  picture.raw().toBuffer({ resolveWithObject: true })

/** A kept picture against a new one of twice its size. One of another size differs as a whole. */
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
