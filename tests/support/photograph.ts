import sharp from 'sharp'

/** A licence as a phone photographs it: several megabytes of grain, and writing that can be read. */
export async function photographOf(lines: readonly string[]): Promise<Buffer> {
  const [width, height] = [2592, 1944]
  const grain = await sharp({
    create: { width, height, channels: 3, background: '#ddd6c4', noise: { type: 'gaussian', mean: 190, sigma: 40 } },
  })
    .jpeg({ quality: 100 })
    .toBuffer()
  const text = lines.map((line, at) => `<text x="320" y="${520 + at * 160}">${line}</text>`).join('')
  const paper = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect x="200" y="160" width="${width - 400}" height="${height - 320}" fill="#fbf6e6" fill-opacity=".8" stroke="#a8843c" stroke-width="24"/>
    <g font-size="76" font-family="sans-serif" fill="#221c10">${text}</g></svg>`
  return sharp(grain)
    .composite([{ input: Buffer.from(paper) }])
    .jpeg({ quality: 97 })
    .toBuffer()
}
