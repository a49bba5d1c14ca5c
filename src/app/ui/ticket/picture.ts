import type { TicketFace } from './face.ts'

/** Texts and lines of a ticket's picture with their positions: laid out without a canvas, drawn by `paint`. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly marks: readonly Mark[]
}
export type Mark =
  | (Spot & Type & { readonly kind: 'text'; readonly text: string; readonly struck?: boolean })
  | (Spot & { readonly kind: 'area'; readonly width: number; readonly height: number; readonly colour: string })
  | (Spot & { readonly kind: 'tear'; readonly width: number })
  | (Spot & {
      readonly kind: 'stamp'
      readonly colour: string
      readonly lines: readonly (Type & { readonly text: string })[]
    })
interface Spot {
  readonly x: number
  readonly y: number
}
interface Type {
  readonly size: number
  readonly bold: boolean
  readonly colour: string
}
/** Words that every picture shows. */
export interface PictureWords {
  readonly product: string
  readonly when: string
  readonly number: string
}
type Measure = (text: string, type: Pick<Type, 'size' | 'bold'>) => number

const WIDTH = 1080
const MARGIN = 64
const ROOM = WIDTH - 2 * MARGIN
// Paper and ink colours in both schemes: the picture is shared with others.
const INK = '#211b14'
const QUIET = '#5a5044'
const KRAFT = '#e2cfae'
const KRAFT_INK = '#4a3719'
const PAPER = '#fffdf8'
const STAMP = '#10589f'
const SEAL = '#a9231b'
const BAND = 216

export function layOut(face: TicketFace, words: PictureWords, measure: Measure): Picture {
  const marks: Mark[] = []
  let y = BAND + 56
  const write = (text: string, type: Type, { indent = 0, struck = false } = {}): void => {
    for (const line of wrap(text, ROOM - indent, (part) => measure(part, type))) {
      y += type.size * 1.3
      marks.push({ kind: 'text', x: MARGIN + indent, y, text: line, struck, ...type })
    }
  }
  write(face.title, { size: 60, bold: true, colour: INK }, { struck: face.isVoid })
  y += 12
  if (face.facts.length > 0) write(face.facts.join(' · '), { size: 36, bold: false, colour: QUIET })
  y += 32
  for (const { label, value } of face.lines) {
    const type = { size: 34, bold: false, colour: QUIET }
    const indent = Math.max(240, measure(label, type) + 32)
    const top = y + type.size * 1.3
    write(value, { ...type, colour: INK }, { indent })
    marks.push({ kind: 'text', x: MARGIN, y: top, text: label, ...type })
    y += 10
  }
  if (face.sum || face.seal !== null) {
    y += 40
    marks.push({ kind: 'tear', x: 0, y, width: WIDTH })
    y += 20
    const top = y
    if (face.sum) {
      write(face.sum.of === null ? face.sum.label : `${face.sum.of}`, { size: 34, bold: false, colour: QUIET })
      write(face.sum.value, { size: 80, bold: true, colour: INK }, { struck: face.isVoid })
    }
    if (face.seal !== null)
      marks.push(stamp(WIDTH - MARGIN - 120, top + 90, SEAL, [{ text: face.seal, size: 64, bold: true, colour: SEAL }]))
  }
  const height = Math.round(y + 64)
  return { width: WIDTH, height, marks: [...band(face, words), ...marks] }
}

function band(face: TicketFace, { product, when, number }: PictureWords): Mark[] {
  const what = [face.lot, face.name].filter(Boolean).join(' · ')
  return [
    { kind: 'area', x: 0, y: 0, width: WIDTH, height: BAND, colour: KRAFT },
    { kind: 'text', x: MARGIN, y: 66, text: product, size: 32, bold: false, colour: KRAFT_INK },
    { kind: 'text', x: MARGIN, y: 128, text: what, size: 52, bold: true, colour: KRAFT_INK },
    { kind: 'text', x: MARGIN, y: 184, text: when, size: 36, bold: false, colour: KRAFT_INK },
    { kind: 'tear', x: 0, y: BAND, width: WIDTH },
    ...(face.number === null
      ? []
      : [
          stamp(WIDTH - MARGIN - 110, BAND / 2, STAMP, [
            { text: number, size: 28, bold: false, colour: STAMP },
            { text: String(face.number), size: 72, bold: true, colour: STAMP },
          ]),
        ]),
  ]
}

const stamp = (x: number, y: number, colour: string, lines: readonly (Type & { text: string })[]): Mark => ({
  kind: 'stamp',
  x,
  y,
  colour,
  lines,
})

/** Lines break at any Han character, and between other words; a word longer than the line breaks inside. */
const PIECES = /[\u2e80-\u9fff\uff00-\uffef]|[^\s\u2e80-\u9fff\uff00-\uffef]+\s*|\s+/g

export function wrap(text: string, room: number, width: (text: string) => number): readonly string[] {
  const lines: string[] = []
  let line = ''
  const put = (piece: string): void => {
    if (width((line + piece).trimEnd()) <= room || line === '') line += piece
    else {
      lines.push(line.trimEnd())
      line = piece
    }
  }
  for (const piece of text.match(PIECES) ?? [])
    if (width(piece.trimEnd()) <= room) put(piece)
    else for (const letter of piece) put(letter)
  return [...lines, line.trimEnd()].filter((one) => one !== '')
}

export function paint(context: CanvasRenderingContext2D, { width, height, marks }: Picture, family: string): void {
  const font = ({ size, bold }: Pick<Type, 'size' | 'bold'>): string => `${bold ? 700 : 400} ${size}px ${family}`
  context.fillStyle = PAPER
  context.fillRect(0, 0, width, height)
  for (const mark of marks) {
    context.save()
    switch (mark.kind) {
      case 'area':
        context.fillStyle = mark.colour
        context.fillRect(mark.x, mark.y, mark.width, mark.height)
        break
      case 'tear':
        context.strokeStyle = '#857967'
        context.lineWidth = 4
        context.setLineDash([14, 12])
        context.beginPath()
        context.moveTo(mark.x, mark.y)
        context.lineTo(mark.x + mark.width, mark.y)
        context.stroke()
        break
      case 'text':
        context.font = font(mark)
        context.fillStyle = mark.colour
        context.fillText(mark.text, mark.x, mark.y)
        if (mark.struck) context.fillRect(mark.x, mark.y - mark.size * 0.34, context.measureText(mark.text).width, 5)
        break
      case 'stamp':
        press(context, mark, font)
        break
    }
    context.restore()
  }
}

/** Draws framed words at an angle, like a hand stamp. */
function press(
  context: CanvasRenderingContext2D,
  { x, y, colour, lines }: Extract<Mark, { kind: 'stamp' }>,
  font: (type: Type) => string,
): void {
  const wide = Math.max(...lines.map((line) => ((context.font = font(line)), context.measureText(line.text).width)))
  const tall = lines.reduce((sum, { size }) => sum + size * 1.15, 0)
  context.translate(Math.min(x, WIDTH - MARGIN / 2 - wide / 2 - 28), y)
  context.rotate(-0.08)
  context.strokeStyle = colour
  context.lineWidth = 6
  context.strokeRect(-wide / 2 - 26, -tall / 2 - 12, wide + 52, tall + 28)
  context.textAlign = 'center'
  let at = -tall / 2
  for (const line of lines) {
    at += line.size
    context.font = font(line)
    context.fillStyle = line.colour
    context.fillText(line.text, 0, at)
    at += line.size * 0.15
  }
}
