/**
 * How a species looks: what the drawn pictures need to know of a wood. Colours are those of fresh, dry, planed wood.
 */
export interface Look {
  readonly early: Rgb
  readonly late: Rgb
  readonly sap: Rgb
  readonly bark: Rgb
  /** Mean width of a growth ring, mm. */
  readonly ring: number
  /** How plainly the rings are seen, 0–1. */
  readonly contrast: number
  /** Share of the radius that is sapwood; 0 where it cannot be told from the heart. */
  readonly sapwood: number
  /** Open pores (streaks along the grain), 0–1. */
  readonly pores: number
  /** Rays: radial lines on the end, flecks on a quartered face, 0–1. */
  readonly rays: number
  /** Interlocked grain: ribbons on a quartered face, 0–1. */
  readonly ribbon: number
  /** Dark veins that follow the rings loosely, 0–1. */
  readonly veins: number
  /** How a ring darkens: slowly and then at once (softwoods), in a porous band, or hardly at all. */
  readonly growth: 'softwood' | 'ringPorous' | 'diffuse'
}

export type Rgb = readonly [number, number, number]

const grey: Rgb = [122, 108, 94]
const rust: Rgb = [134, 86, 58]
const dark: Rgb = [92, 72, 56]

const softwood = { bark: rust, pores: 0, rays: 0.1, ribbon: 0, veins: 0.05, growth: 'softwood' } as const
const temperate = { bark: grey, ribbon: 0, veins: 0.1 } as const
const tropical = { bark: dark, ring: 7, rays: 0.15, growth: 'diffuse' } as const

export const LOOKS = {
  radiataPine: {
    ...softwood,
    early: [238, 213, 165],
    late: [203, 150, 88],
    sap: [243, 224, 183],
    ring: 9,
    contrast: 0.75,
    sapwood: 0.6,
  },
  scotsPine: {
    ...softwood,
    early: [232, 198, 143],
    late: [186, 122, 62],
    sap: [242, 222, 180],
    ring: 3.6,
    contrast: 0.85,
    sapwood: 0.35,
  },
  spruce: {
    ...softwood,
    bark: grey,
    early: [241, 224, 186],
    late: [212, 172, 113],
    sap: [245, 231, 198],
    ring: 3.2,
    contrast: 0.6,
    sapwood: 0,
  },
  larch: {
    ...softwood,
    early: [216, 160, 103],
    late: [158, 90, 43],
    sap: [238, 214, 170],
    ring: 2.8,
    contrast: 0.95,
    sapwood: 0.12,
  },
  douglasFir: {
    ...softwood,
    bark: dark,
    early: [221, 169, 118],
    late: [168, 98, 54],
    sap: [240, 217, 176],
    ring: 4,
    contrast: 0.95,
    sapwood: 0.16,
  },
  whiteOak: {
    ...temperate,
    early: [206, 170, 122],
    late: [176, 138, 90],
    sap: [226, 202, 163],
    ring: 3.2,
    contrast: 0.6,
    sapwood: 0.1,
    pores: 0.8,
    rays: 0.9,
    growth: 'ringPorous',
  },
  redOak: {
    ...temperate,
    early: [214, 166, 126],
    late: [182, 128, 92],
    sap: [230, 202, 168],
    ring: 4,
    contrast: 0.65,
    sapwood: 0.1,
    pores: 0.9,
    rays: 0.7,
    growth: 'ringPorous',
  },
  ash: {
    ...temperate,
    early: [232, 211, 174],
    late: [198, 164, 115],
    sap: [238, 222, 191],
    ring: 4,
    contrast: 0.75,
    sapwood: 0,
    pores: 0.75,
    rays: 0.2,
    growth: 'ringPorous',
  },
  hardMaple: {
    ...temperate,
    early: [238, 219, 186],
    late: [219, 190, 150],
    sap: [242, 227, 200],
    ring: 3,
    contrast: 0.45,
    sapwood: 0,
    pores: 0.1,
    rays: 0.4,
    growth: 'diffuse',
  },
  beech: {
    ...temperate,
    early: [224, 186, 145],
    late: [203, 158, 115],
    sap: [231, 200, 163],
    ring: 3,
    contrast: 0.45,
    sapwood: 0,
    pores: 0.15,
    rays: 0.85,
    growth: 'diffuse',
  },
  blackWalnut: {
    ...temperate,
    bark: dark,
    early: [116, 82, 59],
    late: [78, 52, 37],
    sap: [206, 182, 145],
    ring: 4.5,
    contrast: 0.7,
    sapwood: 0.12,
    pores: 0.55,
    rays: 0.1,
    veins: 0.7,
    growth: 'diffuse',
  },
  blackCherry: {
    ...temperate,
    bark: dark,
    early: [196, 134, 93],
    late: [168, 106, 70],
    sap: [228, 196, 158],
    ring: 3.6,
    contrast: 0.4,
    sapwood: 0.12,
    pores: 0.15,
    rays: 0.35,
    veins: 0.3,
    growth: 'diffuse',
  },
  okoume: {
    ...tropical,
    bark: grey,
    early: [216, 170, 140],
    late: [190, 138, 110],
    sap: [222, 200, 178],
    contrast: 0.3,
    sapwood: 0.08,
    pores: 0.4,
    ribbon: 0.45,
    veins: 0.1,
  },
  sapele: {
    ...tropical,
    early: [164, 88, 58],
    late: [134, 65, 41],
    sap: [216, 176, 142],
    contrast: 0.35,
    sapwood: 0.12,
    pores: 0.45,
    ribbon: 1,
    veins: 0.1,
  },
  padauk: {
    ...tropical,
    early: [176, 78, 52],
    late: [128, 46, 33],
    sap: [230, 208, 172],
    contrast: 0.45,
    sapwood: 0.18,
    pores: 0.7,
    ribbon: 0.35,
    veins: 0.4,
  },
  iroko: {
    ...tropical,
    early: [186, 138, 76],
    late: [149, 104, 51],
    sap: [226, 202, 150],
    contrast: 0.35,
    sapwood: 0.12,
    pores: 0.75,
    ribbon: 0.5,
    veins: 0.25,
  },
  tali: {
    ...tropical,
    early: [170, 110, 64],
    late: [134, 81, 44],
    sap: [220, 192, 146],
    contrast: 0.3,
    sapwood: 0.12,
    pores: 0.55,
    ribbon: 0.5,
    veins: 0.15,
  },
  wenge: {
    ...tropical,
    bark: grey,
    ring: 3.2,
    early: [88, 61, 44],
    late: [40, 27, 20],
    sap: [226, 204, 166],
    contrast: 0.9,
    sapwood: 0.1,
    pores: 0.6,
    ribbon: 0.05,
    veins: 0.2,
  },
  doussie: {
    ...tropical,
    early: [184, 110, 58],
    late: [146, 80, 38],
    sap: [228, 200, 152],
    contrast: 0.35,
    sapwood: 0.14,
    pores: 0.5,
    ribbon: 0.3,
    veins: 0.3,
  },
  ovangkol: {
    ...tropical,
    early: [150, 108, 66],
    late: [98, 66, 40],
    sap: [222, 200, 162],
    ring: 8,
    contrast: 0.5,
    sapwood: 0.14,
    pores: 0.5,
    ribbon: 0.3,
    veins: 0.75,
  },
  azobe: {
    ...tropical,
    bark: rust,
    early: [122, 72, 58],
    late: [90, 50, 42],
    sap: [190, 150, 128],
    contrast: 0.3,
    sapwood: 0.1,
    pores: 0.7,
    ribbon: 0.5,
    veins: 0.1,
  },
  merbau: {
    ...tropical,
    early: [154, 94, 54],
    late: [110, 62, 34],
    sap: [222, 196, 146],
    contrast: 0.4,
    sapwood: 0.14,
    pores: 0.75,
    ribbon: 0.3,
    veins: 0.3,
  },
  keruing: {
    ...tropical,
    early: [172, 118, 88],
    late: [140, 90, 64],
    sap: [208, 178, 148],
    contrast: 0.25,
    sapwood: 0.14,
    pores: 0.6,
    ribbon: 0.2,
    veins: 0.1,
  },
  teak: {
    ...tropical,
    bark: grey,
    ring: 5,
    early: [192, 142, 78],
    late: [142, 94, 46],
    sap: [228, 206, 158],
    contrast: 0.6,
    sapwood: 0.12,
    pores: 0.6,
    ribbon: 0,
    veins: 0.55,
    growth: 'ringPorous',
  },
  balau: {
    ...tropical,
    early: [170, 124, 80],
    late: [138, 94, 56],
    sap: [214, 184, 142],
    contrast: 0.25,
    sapwood: 0.12,
    pores: 0.55,
    ribbon: 0.45,
    veins: 0.1,
  },
} as const satisfies Readonly<Record<string, Look>>

export type LookCode = keyof typeof LOOKS
