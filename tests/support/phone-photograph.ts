import sharp from 'sharp'

/** A phone's photograph of a licence: 12 megapixels, lying on its side, with a note that says so. */
export async function photograph(): Promise<Buffer> {
  const lines = Array.from(
    { length: 60 },
    (_, at) =>
      `<text x="160" y="${300 + at * 58}" font-size="34" font-family="sans-serif">${at + 1}. The quick brown fox jumps over 0123456789 — 统一社会信用代码 91330500MA2B41KQ0L</text>`,
  )
  const chart = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="3024" height="4032"><rect x="60" y="60" width="2904" height="3912" fill="#fffdf4" stroke="#444" stroke-width="12"/>${lines.join('')}</svg>`,
  )
  const upright = await sharp({
    create: {
      width: 3024,
      height: 4032,
      channels: 3,
      background: '#b9a98a',
      noise: { type: 'gaussian', mean: 150, sigma: 30 },
    },
  })
    .composite([{ input: chart, blend: 'multiply' }])
    .png()
    .toBuffer()
  // Orientation 6: the camera was held upright, the pixels lie on their side.
  return sharp(await sharp(upright).rotate(-90).toBuffer())
    .jpeg({ quality: 92 })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}
