import type { Subject } from '../../pictures/names.ts';
import type { SizeCode } from './sizes.ts';
import type {
  CategoryCode, DeliveryPlaceCode, GradeCode, OriginCode, PaymentCode, PortCode, SpeciesCode, TradeAreaCode, TradeModeCode,
} from './terms.ts';

/** How a parcel is sold: everything about it that does not depend on the wood. */
export interface Sale {
  readonly area: TradeAreaCode;
  /** Incoterms 2020 */
  readonly clause: 'EXW' | 'FCA' | 'FOB' | 'CFR' | 'CIF' | 'DAP';
  readonly mode: TradeModeCode;
  readonly payment: PaymentCode;
  readonly place: DeliveryPlaceCode;
  readonly currency: 'CNY' | 'USD' | 'EUR';
  /** Days from now to delivery. */
  readonly days: readonly [number, number];
}

export const SALES = {
  zhangjiagang: { area: 'bonded', clause: 'CIF', mode: 'bonded', payment: 'lcSight', place: 'zhangjiagang', currency: 'USD', days: [14, 25] },
  taicang: { area: 'spot', clause: 'EXW', mode: 'domestic', payment: 'full3', place: 'taicang', currency: 'CNY', days: [7, 15] },
  qingdao: { area: 'spot', clause: 'FCA', mode: 'domestic', payment: 'onRelease', place: 'qingdao', currency: 'CNY', days: [7, 18] },
  nansha: { area: 'spot', clause: 'EXW', mode: 'domestic', payment: 'full3', place: 'nansha', currency: 'CNY', days: [7, 15] },
  manzhouli: { area: 'border', clause: 'DAP', mode: 'border', payment: 'onRelease', place: 'manzhouli', currency: 'CNY', days: [8, 20] },
  suifenhe: { area: 'border', clause: 'DAP', mode: 'border', payment: 'full3', place: 'suifenhe', currency: 'CNY', days: [8, 20] },
  forwardCif: { area: 'forward', clause: 'CIF', mode: 'general', payment: 'lcSight', place: 'quay', currency: 'USD', days: [60, 95] },
  forwardCfr: { area: 'forward', clause: 'CFR', mode: 'general', payment: 'lc90', place: 'quay', currency: 'USD', days: [45, 75] },
  forwardFob: { area: 'forward', clause: 'FOB', mode: 'general', payment: 'deposit30', place: 'shippingPort', currency: 'EUR', days: [35, 60] },
  afloat: { area: 'afloat', clause: 'CIF', mode: 'general', payment: 'deposit30', place: 'quay', currency: 'USD', days: [18, 35] },
} as const satisfies Record<string, Sale>;

/** A kind of parcel. Prices are per m³ in the sale's currency, quantities in m³. */
export interface Good {
  readonly species: SpeciesCode;
  readonly category: CategoryCode;
  readonly origin: OriginCode;
  readonly grades: readonly GradeCode[];
  readonly from: PortCode;
  readonly to: PortCode;
  readonly sale: keyof typeof SALES;
  readonly price: readonly [number, number];
  readonly step: number;
  readonly quantity: readonly [number, number];
  readonly size: SizeCode;
  readonly pictures: readonly Subject[];
}

type Row = [
  species: SpeciesCode, category: CategoryCode, origin: OriginCode, grades: readonly GradeCode[], from: PortCode, to: PortCode,
  sale: keyof typeof SALES, price: readonly [number, number], step: number, quantity: readonly [number, number], size: SizeCode,
];

const SHOWN: Readonly<Record<CategoryCode, readonly Subject[]>> = {
  log: ['pile', 'end'], sawn: ['sawn', 'figure'], kd: ['figure', 'sawn'], square: ['sawn', 'end'], s4s: ['figure', 'sawn'], decking: ['figure', 'sawn'],
};

const goods = (rows: readonly Row[]): Good[] => rows.map(([species, category, origin, grades, from, to, sale, price, step, quantity, size]) =>
  ({ species, category, origin, grades, from, to, sale, price, step, quantity, size, pictures: SHOWN[category] }));

/** Logs come from where they may be exported: Gabon, Russia and Indonesia ship sawn timber only. */
export const TROPICAL = goods([
  ['okoume', 'log', 'GQ', ['QS', 'CI'], 'bata', 'zhangjiagang', 'zhangjiagang', [305, 360], 5, [90, 260], 'tropicalLog'],
  ['tali', 'log', 'CM', ['LM', 'B'], 'douala', 'zhangjiagang', 'zhangjiagang', [395, 455], 5, [80, 220], 'tropicalLog'],
  ['sapele', 'sawn', 'CM', ['FAS', 'first'], 'douala', 'zhangjiagang', 'zhangjiagang', [790, 880], 10, [24, 78], 'tropicalBoard'],
  ['padauk', 'sawn', 'GA', ['FAS', 'first'], 'owendo', 'nansha', 'nansha', [7800, 9400], 50, [22, 60], 'tropicalBoard'],
  ['iroko', 'sawn', 'GH', ['FAS', 'first'], 'tema', 'zhangjiagang', 'forwardCif', [830, 950], 10, [24, 72], 'tropicalBoard'],
  ['okoume', 'kd', 'GA', ['first', 'second'], 'owendo', 'taicang', 'forwardCif', [565, 640], 5, [48, 110], 'tropicalDry'],
  ['wenge', 'square', 'CD', ['first', 'LM'], 'matadi', 'nansha', 'afloat', [1520, 1880], 20, [18, 40], 'square'],
  ['doussie', 'sawn', 'CM', ['FAS', 'first'], 'kribi', 'nansha', 'nansha', [8200, 9600], 50, [24, 66], 'tropicalBoard'],
  ['azobe', 'sawn', 'CM', ['LM', 'first'], 'douala', 'taicang', 'taicang', [4600, 5400], 20, [40, 120], 'tropicalBoard'],
  ['ovangkol', 'kd', 'GA', ['FAS', 'first'], 'owendo', 'zhangjiagang', 'zhangjiagang', [860, 980], 10, [22, 50], 'tropicalDry'],
  ['tali', 'sawn', 'CG', ['LM', 'first'], 'pointeNoire', 'taicang', 'taicang', [4300, 5100], 20, [36, 96], 'tropicalBoard'],
  ['sapele', 'kd', 'CG', ['FAS'], 'pointeNoire', 'nansha', 'forwardCif', [860, 960], 10, [24, 72], 'tropicalDry'],
  ['merbau', 'decking', 'ID', ['clear', 'first'], 'surabaya', 'nansha', 'forwardCif', [1060, 1240], 10, [22, 66], 'decking'],
  ['keruing', 'sawn', 'MY', ['first', 'second'], 'bintulu', 'qingdao', 'qingdao', [3100, 3700], 20, [40, 150], 'tropicalBoard'],
  ['balau', 'decking', 'MY', ['clear', 'first'], 'portKlang', 'taicang', 'forwardCif', [920, 1050], 10, [22, 60], 'decking'],
  ['teak', 'square', 'MM', ['first', 'second'], 'yangon', 'nansha', 'nansha', [14800, 18600], 100, [12, 30], 'square'],
  ['teak', 'log', 'GH', ['first', 'second'], 'tema', 'taicang', 'afloat', [430, 610], 10, [60, 180], 'plantationLog'],
  ['merbau', 'log', 'PG', ['A', 'B'], 'lae', 'zhangjiagang', 'taicang', [4300, 5100], 20, [80, 240], 'tropicalLog'],
]);

export const SOFTWOOD = goods([
  ['radiataPine', 'log', 'NZ', ['A', 'K'], 'tauranga', 'taicang', 'taicang', [760, 860], 5, [600, 2400], 'plantationLog'],
  ['radiataPine', 'log', 'NZ', ['pruned', 'A'], 'napier', 'qingdao', 'forwardCfr', [122, 148], 1, [1200, 4500], 'plantationLog'],
  ['radiataPine', 'kd', 'CL', ['clear', 'first'], 'lirquen', 'taicang', 'forwardCfr', [268, 325], 2, [90, 320], 'softDry'],
  ['spruce', 'log', 'DE', ['B', 'BC'], 'hamburg', 'taicang', 'forwardFob', [92, 118], 1, [400, 1600], 'europeanLog'],
  ['spruce', 'sawn', 'FI', ['US', 'V'], 'kotka', 'taicang', 'taicang', [1780, 2080], 10, [120, 420], 'softBoard'],
  ['scotsPine', 'sawn', 'RU', ['mixed', 'first'], 'zabaikalsk', 'manzhouli', 'manzhouli', [1660, 1940], 10, [60, 320], 'softBoard'],
  ['larch', 'sawn', 'RU', ['mixed', 'first'], 'zabaikalsk', 'manzhouli', 'manzhouli', [1780, 2140], 10, [60, 240], 'softBoard'],
  ['spruce', 'sawn', 'RU', ['mixed', 'second'], 'grodekovo', 'suifenhe', 'suifenhe', [1540, 1780], 10, [60, 320], 'softBoard'],
  ['douglasFir', 'log', 'US', ['sawlog2', 'A'], 'tacoma', 'qingdao', 'qingdao', [1480, 1720], 10, [300, 1200], 'americanLog'],
  ['douglasFir', 's4s', 'CA', ['clear', 'first'], 'vancouver', 'taicang', 'forwardCif', [390, 460], 5, [60, 180], 'softDry'],
]);

export const TEMPERATE = goods([
  ['beech', 'kd', 'DE', ['A', 'AB'], 'hamburg', 'zhangjiagang', 'zhangjiagang', [540, 640], 5, [28, 112], 'beechBoard'],
  ['beech', 'log', 'FR', ['AB', 'ABC'], 'leHavre', 'taicang', 'forwardFob', [188, 246], 2, [120, 420], 'europeanLog'],
  ['beech', 'sawn', 'RO', ['A', 'AB'], 'constanta', 'qingdao', 'afloat', [455, 540], 5, [28, 140], 'beechBoard'],
  ['whiteOak', 'log', 'FR', ['A', 'AB'], 'leHavre', 'taicang', 'forwardFob', [430, 590], 5, [80, 260], 'europeanLog'],
  ['whiteOak', 'kd', 'US', ['FAS', '1COM'], 'norfolk', 'zhangjiagang', 'zhangjiagang', [880, 1380], 10, [26, 84], 'hardwood'],
  ['redOak', 'kd', 'US', ['FAS', '1COM', '2COM'], 'norfolk', 'nansha', 'nansha', [4900, 6700], 50, [26, 112], 'hardwood'],
  ['ash', 'kd', 'US', ['FAS', '1COM'], 'savannah', 'taicang', 'taicang', [5100, 6900], 50, [26, 84], 'hardwood'],
  ['ash', 'log', 'DE', ['B', 'ABC'], 'bremerhaven', 'taicang', 'forwardFob', [205, 275], 2, [100, 320], 'europeanLog'],
  ['hardMaple', 'kd', 'US', ['FAS', '1COM'], 'norfolk', 'zhangjiagang', 'forwardCif', [760, 1180], 10, [26, 56], 'hardwood'],
  ['blackWalnut', 'kd', 'US', ['FAS', '1COM'], 'norfolk', 'nansha', 'nansha', [10800, 16800], 100, [24, 56], 'hardwood'],
  ['blackWalnut', 'log', 'US', ['A', 'sawlog2'], 'savannah', 'zhangjiagang', 'afloat', [1250, 1720], 20, [22, 60], 'americanLog'],
  ['blackCherry', 'kd', 'US', ['FAS', '1COM'], 'norfolk', 'zhangjiagang', 'zhangjiagang', [660, 1080], 10, [26, 56], 'hardwood'],
]);
