import { randomBytes, randomInt } from 'node:crypto'
import sharp from 'sharp'
import { create } from 'svg-captcha'

const PLACE = { width: 44, height: 64 } as const
const MARGIN = 10
const PAPER = 236
/** Number of greys: more would make the noise weigh more bytes without hiding more. */
const SHADES = 8
/** Number of lines drawn across the letters, fainter than they are: a person reads through it. */
const STROKES = 1
const SPECKS = 40
/** Each pixel is made lighter or darker by up to this much. */
const GRAIN = 24

/** Draws pixels, not shapes: letters sent as outlines can be read by machine without error. */
export async function drawCaptcha(text: string): Promise<Buffer> {
  const width = PLACE.width * text.length + 2 * MARGIN
  const { height } = PLACE
  const drawn = await sharp(Buffer.from(shapesOf(text, width)))
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer()
  const pixels = grained(bent(drawn, width, height))
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .png({ palette: true, colours: SHADES, dither: 0, compressionLevel: 9, effort: 7 })
    .toBuffer()
}

/**
 * One letter after the other, each turned and moved a little, with strokes and specks across all of them. The library
 * would choose letters by `Math.random`, so it draws one at a time.
 */
function shapesOf(text: string, width: number): string {
  const look = { size: 1, color: false, noise: 0, height: PLACE.height, width: PLACE.width }
  const letters = Array.from(text, (letter, index) => {
    const x = MARGIN + PLACE.width * index + randomInt(-4, 5)
    const turn = `rotate(${randomInt(-12, 13)} ${x + PLACE.width / 2} ${PLACE.height / 2})`
    const { data } = create({ ...look, charPreset: letter, fontSize: randomInt(92, 106) })
    return `<g transform="translate(0 ${randomInt(-5, 6)}) ${turn}">${bold(data).replace('<svg ', `<svg x="${x}" overflow="visible" `)}</g>`
  })
  const point = () => `${randomInt(width)} ${randomInt(PLACE.height)}`
  const strokes = Array.from({ length: STROKES }, (_, i) => {
    const from = `${randomInt(MARGIN)} ${Math.floor(((i + 0.5) * PLACE.height) / STROKES)}`
    return `<path d="M ${from} C ${point()} ${point()} ${width - randomInt(MARGIN)} ${randomInt(PLACE.height)}" stroke="#888" stroke-width="${2 + (i % 2)}" fill="none"/>`
  })
  const specks = Array.from(
    { length: SPECKS },
    () => `<circle cx="${randomInt(width)}" cy="${randomInt(PLACE.height)}" r="${randomInt(3, 14) / 10}" fill="#666"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${PLACE.height}"><rect width="100%" height="100%" fill="#fff"/>${specks.join('')}${letters.join('')}${strokes.join('')}</svg>`
}

/** Strokes in bold black; the library draws them thin, in various greys. */
const bold = (svg: string): string =>
  svg.replaceAll(/<path fill="#\w+"/g, '<path fill="#000" stroke="#000" stroke-width="2.5"')

/** Shifts rows and columns by waves. */
function bent(drawn: Uint8Array, width: number, height: number): Uint8Array {
  const wave = (least: number, most: number) => ({
    high: randomInt(10, 20) / 10,
    long: randomInt(least, most),
    from: randomInt(1000) / 100,
  })
  const [across, down] = [wave(26, 44), wave(40, 80)]
  const shift = ({ high, long, from }: ReturnType<typeof wave>, at: number) =>
    Math.round(high * Math.sin(from + (2 * Math.PI * at) / long))
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    const [fromX, fromY] = [x + shift(across, y), y + shift(down, x)]
    const inside = fromX >= 0 && fromX < width && fromY >= 0 && fromY < height
    return inside ? (drawn[fromY * width + fromX] ?? 255) : 255
  })
}

function grained(pixels: Uint8Array): Uint8Array {
  const grain = randomBytes(pixels.length)
  return pixels.map((shade, i) => {
    const lit = PAPER - ((255 - shade) * (PAPER - 70)) / 255
    return Math.max(0, Math.min(255, lit + ((grain[i] ?? 128) / 255 - 0.5) * 2 * GRAIN))
  })
}
