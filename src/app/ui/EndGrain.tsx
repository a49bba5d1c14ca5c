/** The end of a log: uneven rings, a crack, the pith off centre. Drawn as SVG, so that no picture is fetched. */
const STEPS = 28

type Point = readonly [x: number, y: number]

function ring(radius: number, wobble: number): string {
  const points = Array.from({ length: STEPS }, (_, step): Point => {
    const angle = (step / STEPS) * 2 * Math.PI
    const drift =
      1 +
      wobble *
        (0.5 * Math.sin(2 * angle + 1.1) + 0.32 * Math.sin(3 * angle + 0.4) + 0.14 * Math.sin(5 * angle + radius / 9))
    // The rings lie closer on the side that faced the wind.
    return [
      50 + Math.cos(angle) * radius * drift - (46 - radius) * 0.1,
      50 + Math.sin(angle) * radius * drift + (46 - radius) * 0.08,
    ]
  })
  return smooth(points)
}

const tenth = (value: number): number => Math.round(value * 10) / 10

/** A closed curve through the midpoints of the edges, with the points as control points. */
function smooth(points: readonly Point[]): string {
  const middle = ([ax, ay]: Point, [bx, by]: Point): string => `${tenth((ax + bx) / 2)} ${tenth((ay + by) / 2)}`
  const curves = points.map(
    (point, at) => `Q${tenth(point[0])} ${tenth(point[1])} ${middle(point, points[(at + 1) % points.length] ?? point)}`,
  )
  return `M${middle(points.at(-1) ?? [0, 0], points[0] ?? [0, 0])}${curves.join('')}Z`
}

/** Computes each drawing when it is first shown, to save work at startup on a slow phone. */
function once(draw: () => string): () => string {
  let drawn: string | undefined
  return () => (drawn ??= draw())
}
const rings = (radii: readonly number[]) => once(() => radii.map((radius) => ring(radius, 0.05)).join(''))
const bark = once(() => ring(46, 0.045))

interface Detail {
  readonly path: () => string
  readonly stroke: string
  readonly width: number
  readonly bark: number
}
/** At letter size many rings blur; at page size few rings look like a target. */
const LETTER: Detail = { path: rings([35, 24, 13]), stroke: 'var(--bark)', width: 4, bark: 6 }
const CARD: Detail = {
  path: rings([41.5, 37, 33.5, 29, 26.5, 22, 19, 15.5, 11, 8, 4.5]),
  stroke: 'var(--ring)',
  width: 1.1,
  bark: 3.2,
}
const PAGE: Detail = {
  path: rings([
    43.2, 42, 40.3, 39.2, 37, 36.2, 34.1, 32.6, 31.8, 29.4, 28.3, 26, 25.2, 23.1, 21.4, 20.5, 18.2, 16.4, 15.5, 13.2,
    11.1, 9.8, 7.4, 5.6, 3.9, 2,
  ]),
  stroke: 'var(--ring)',
  width: 0.42,
  bark: 1.6,
}
const CRACK = 'M47 53Q56 44 62 37T75 20Q66 36 60 42T47 53ZM45 55Q38 61 31 70Q41 62 45 55Z'

interface Props {
  /** Width and height; by default the drawing fills its container. */
  readonly size?: number
  readonly large?: boolean
  readonly className?: string | undefined
}

export function EndGrain({ size, large = false, className }: Props) {
  const small = size !== undefined && size < 56
  const { path, stroke, width, bark: thick } = small ? LETTER : large ? PAGE : CARD
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 100 100" fill="none" aria-hidden="true">
      <path d={bark()} fill="var(--kraft)" stroke="var(--bark)" strokeWidth={thick} strokeLinejoin="round" />
      <path d={path()} stroke={stroke} strokeWidth={width} />
      {small ? null : <path d={CRACK} fill="var(--bark)" />}
    </svg>
  )
}
