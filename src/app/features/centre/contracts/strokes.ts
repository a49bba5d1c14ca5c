/** Size of the field that a signature is drawn in; points are whole numbers in it. */
export const FIELD = { width: 600, height: 200 } as const
/** The most characters that the call accepts, and the fewest points that make a signature. */
const MOST = 24_000
const LEAST = 8
/** Points nearer than this to the last one are left out: the difference is invisible. */
const APART = 3

export interface Point {
  readonly x: number
  readonly y: number
}

const within = (value: number, most: number): number => Math.min(most, Math.max(0, Math.round(value)))

/** Adds a point to the strokes: `x,y x,y;x,y …`. Returns them unchanged if the point adds nothing or does not fit. */
export function withPoint(strokes: string, { x, y }: Point, begins: boolean): string {
  const point = `${within(x, FIELD.width)},${within(y, FIELD.height)}`
  if (strokes === '') return point
  if (strokes.length + point.length + 1 > MOST) return strokes
  if (begins) return `${strokes};${point}`
  const [lastX = 0, lastY = 0] = strokes
    .slice(Math.max(strokes.lastIndexOf(' '), strokes.lastIndexOf(';')) + 1)
    .split(',')
    .map(Number)
  return Math.hypot(x - lastX, y - lastY) < APART ? strokes : `${strokes} ${point}`
}

export const isSignature = (strokes: string): boolean => strokes.split(/[ ;]/).length >= LEAST && strokes !== ''

/** The strokes as an SVG path; a stroke of one point becomes a dot. */
export const pathOf = (strokes: string): string =>
  strokes === ''
    ? ''
    : strokes
        .split(';')
        .map((stroke) => {
          const points = stroke.split(' ')
          return `M${points.join('L')}${points.length === 1 ? 'h.1' : ''}`
        })
        .join('')
