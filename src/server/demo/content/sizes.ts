import { pick, whole, type Random } from '../../seeded.ts'

/** Sizes of a lot in mm and moisture in percent, as canonical text. A size that the kind of timber lacks is null. */
export interface Size {
  readonly length: string
  readonly thickness: string | null
  readonly width: string | null
  readonly diameter: string | null
  readonly humidity: string
  /** Volume of one piece, m³, where pieces are counted; null where a lot is sold in packs. */
  readonly piece: number | null
}

const logs =
  (lengths: readonly string[], diameters: readonly (readonly [number, number])[], metres: number) =>
  (random: Random): Size => {
    const [from, to] = pick(random, diameters)
    const middle = (from + to) / 2000
    return {
      length: pick(random, lengths),
      thickness: null,
      width: null,
      diameter: `${from}-${to}`,
      humidity: '30+',
      piece: (Math.PI / 4) * middle * middle * metres,
    }
  }

const boards =
  (thickness: readonly string[], width: readonly string[], length: readonly string[], humidity: readonly string[]) =>
  (random: Random): Size => ({
    length: pick(random, length),
    thickness: pick(random, thickness),
    width: pick(random, width),
    diameter: null,
    humidity: pick(random, humidity),
    piece: null,
  })

const squares =
  (sides: readonly number[], length: readonly string[], humidity: readonly string[]) =>
  (random: Random): Size => {
    const side = String(pick(random, sides))
    return {
      length: pick(random, length),
      thickness: side,
      width: side,
      diameter: null,
      humidity: pick(random, humidity),
      piece: null,
    }
  }

const airDried = ['18-22', '20-25']
const kilnDried = ['8-10', '8-12', '10-12']

export const SIZES = {
  tropicalLog: logs(
    ['5000-11800', '5800-11800', '6000-11500'],
    [
      [600, 900],
      [700, 1100],
      [800, 1200],
    ],
    8.5,
  ),
  plantationLog: logs(
    ['3900', '5800', '3900-5900'],
    [
      [200, 340],
      [260, 400],
      [300, 480],
    ],
    5,
  ),
  europeanLog: logs(
    ['3000-5000', '4000-6000', '3000-11500'],
    [
      [350, 500],
      [400, 590],
      [500, 690],
    ],
    4.5,
  ),
  americanLog: logs(
    ['2440-4880', '3050-4880', '8000-11800'],
    [
      [330, 460],
      [380, 560],
      [460, 660],
    ],
    4,
  ),
  tropicalBoard: boards(
    ['26', '33', '52', '65', '80'],
    ['150-400', '160-350', '200+'],
    ['2000-5000', '2500-4900', '2100-4500'],
    airDried,
  ),
  tropicalDry: boards(['26', '33', '52'], ['120-300', '150-350'], ['2100-4500', '2400-4800'], kilnDried),
  hardwood: boards(
    ['27 (4/4)', '33 (5/4)', '40 (6/4)', '54 (8/4)'],
    ['100-330', '115-305', '150+'],
    ['1830-4880', '2440-4880'],
    ['6-8', '8-10'],
  ),
  beechBoard: boards(['26', '32', '38', '50'], ['100-280', '120-300'], ['2000-4000', '2100-4200'], kilnDried),
  softBoard: boards(
    ['22', '38', '44', '50', '63'],
    ['100-225', '125-200', '150'],
    ['3000-6000', '4000', '6000'],
    ['16-18', '18-20'],
  ),
  softDry: boards(['22', '38', '42'], ['95-190', '100-200'], ['2400-4900', '3000-5400'], ['10-12', '10-14']),
  square: squares([80, 100, 120, 150], ['2000-4000', '2200-3600', '2400-4800'], airDried),
  decking: boards(['19', '21', '25'], ['90', '120', '145'], ['900-4000', '1200-3900'], ['12-16', '14-18']),
} as const satisfies Record<string, (random: Random) => Size>

export type SizeCode = keyof typeof SIZES

/** How many pieces make this volume, if they are counted. */
export const piecesIn = (size: Size, cubicMetres: number, random: Random): number | null =>
  size.piece === null ? null : Math.max(1, Math.round(cubicMetres / size.piece) + whole(random, -1, 1))
