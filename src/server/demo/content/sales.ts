import type { Good } from './goods.ts'
import { SOFTWOOD, TEMPERATE, TROPICAL } from './goods.ts'
import type { Both } from '../../content/terms.ts'

/** The state of a demo sale when the world is created. */
export type Stand = 'preparing' | 'published' | 'doorsOpen' | 'finished'

export interface DemoSale {
  readonly code: string
  readonly name: Both
  readonly venue: Both
  readonly stand: Stand
  /** Start, hours from the first start of the world. */
  readonly startsInHours: number
  readonly lots: number
  readonly goods: readonly Good[]
}

const from = (goods: readonly Good[], ...origins: readonly string[]) => goods.filter((g) => origins.includes(g.origin))

export const DEMO_SALES: readonly DemoSale[] = [
  {
    code: 'doors',
    name: ['西非热带材专场竞价会', 'West African Hardwoods Sale'],
    venue: ['太仓港线上竞价厅', 'Taicang Port online room'],
    stand: 'doorsOpen',
    startsInHours: 0,
    lots: 12,
    goods: from(TROPICAL, 'GA', 'GQ', 'CM', 'CG', 'CD', 'GH'),
  },
  {
    code: 'tropical',
    name: ['张家港保税区热带硬木竞价会', 'Zhangjiagang Bonded Zone Tropical Hardwood Sale'],
    venue: ['张家港线上竞价厅', 'Zhangjiagang online room'],
    stand: 'published',
    startsInHours: 48,
    lots: 14,
    goods: TROPICAL,
  },
  {
    code: 'global',
    name: ['全球针叶材与温带硬木联合竞价会', 'Global Softwood and Temperate Hardwood Sale'],
    venue: ['青岛前湾线上竞价厅', 'Qingdao Qianwan online room'],
    stand: 'published',
    startsInHours: 120,
    lots: 44,
    goods: [...SOFTWOOD, ...TEMPERATE],
  },
  {
    code: 'border',
    name: ['满洲里口岸俄材竞价会', 'Manzhouli Border Station Russian Timber Sale'],
    venue: ['满洲里线上竞价厅', 'Manzhouli online room'],
    stand: 'preparing',
    startsInHours: 288,
    lots: 8,
    goods: from(SOFTWOOD, 'RU'),
  },
  {
    code: 'nansha',
    name: ['南沙港硬木现货竞价会', 'Nansha Port Hardwood Stock Sale'],
    venue: ['广州南沙线上竞价厅', 'Guangzhou Nansha online room'],
    stand: 'finished',
    startsInHours: -74,
    lots: 10,
    goods: [...TROPICAL, ...TEMPERATE].filter((g) => g.to === 'nansha'),
  },
]

export const PRACTICE = {
  code: 'practice',
  name: ['练习场', 'Practice sale'],
  venue: ['线上练习厅', 'Online practice room'],
} as const satisfies { code: string; name: Both; venue: Both }

/** Goods of the practice sale: one parcel of each, to show the breadth of the trade. */
export const PRACTICE_GOODS: readonly Good[] = [
  ...from(TROPICAL, 'GQ'),
  ...TROPICAL.filter((g) => ['sapele', 'padauk', 'doussie'].includes(g.species) && g.category === 'sawn'),
  ...TEMPERATE.filter((g) => ['blackWalnut', 'whiteOak', 'beech'].includes(g.species) && g.category === 'kd'),
  ...SOFTWOOD.filter((g) => g.species === 'scotsPine'),
]
