import type { TermKind } from '../../contract/lot-fields.ts'
import type { LookCode } from '../pictures/looks.ts'

/** [Chinese, English] */
export type Both = readonly [zh: string, en: string]

// The vocabulary that every installation begins with, by code. Content, not interface text: the database holds both
// languages, and the operator adds and renames.

export const SPECIES = {
  radiataPine: ['辐射松', 'Radiata pine'],
  scotsPine: ['樟子松', 'Scots pine'],
  spruce: ['云杉', 'Spruce'],
  larch: ['落叶松', 'Larch'],
  douglasFir: ['花旗松', 'Douglas fir'],
  whiteOak: ['白橡', 'White oak'],
  redOak: ['红橡', 'Red oak'],
  ash: ['白蜡', 'Ash'],
  hardMaple: ['硬枫', 'Hard maple'],
  beech: ['榉木', 'European beech'],
  blackWalnut: ['黑胡桃', 'Black walnut'],
  blackCherry: ['樱桃木', 'Black cherry'],
  okoume: ['奥古曼', 'Okoumé'],
  sapele: ['沙比利', 'Sapele'],
  padauk: ['红花梨', 'African padauk'],
  iroko: ['绿柄桑', 'Iroko'],
  tali: ['塔利', 'Tali'],
  wenge: ['鸡翅木', 'Wenge'],
  doussie: ['缅茄木', 'Doussié'],
  ovangkol: ['奥文科尔', 'Ovangkol'],
  azobe: ['红铁木', 'Azobé'],
  merbau: ['菠萝格', 'Merbau'],
  keruing: ['克隆', 'Keruing'],
  balau: ['巴劳', 'Balau'],
  teak: ['柚木', 'Teak'],
} as const satisfies Record<LookCode, Both>

export const ORIGIN = {
  GA: ['加蓬', 'Gabon'],
  GQ: ['赤道几内亚', 'Equatorial Guinea'],
  CM: ['喀麦隆', 'Cameroon'],
  CG: ['刚果(布)', 'Republic of the Congo'],
  CD: ['刚果(金)', 'DR Congo'],
  GH: ['加纳', 'Ghana'],
  NZ: ['新西兰', 'New Zealand'],
  CL: ['智利', 'Chile'],
  DE: ['德国', 'Germany'],
  FR: ['法国', 'France'],
  RO: ['罗马尼亚', 'Romania'],
  FI: ['芬兰', 'Finland'],
  RU: ['俄罗斯', 'Russia'],
  US: ['美国', 'United States'],
  CA: ['加拿大', 'Canada'],
  MY: ['马来西亚', 'Malaysia'],
  ID: ['印度尼西亚', 'Indonesia'],
  PG: ['巴布亚新几内亚', 'Papua New Guinea'],
  MM: ['缅甸', 'Myanmar'],
} as const satisfies Record<string, Both>

const GRADE = {
  QS: ['QS 特级', 'QS'],
  CI: ['CI 一级', 'CI'],
  CE: ['CE 二级', 'CE'],
  LM: ['LM 商品级', 'LM (loyal et marchand)'],
  B: ['B 级', 'B'],
  BC: ['BC 级', 'BC'],
  A: ['A 级', 'A'],
  AB: ['AB 级', 'AB'],
  ABC: ['ABC 级', 'ABC'],
  K: ['K 级', 'K'],
  pruned: ['修枝材 P40', 'Pruned P40'],
  FAS: ['FAS 特优', 'FAS'],
  '1COM': ['1COM 一级普通', 'No. 1 Common'],
  '2COM': ['2COM 二级普通', 'No. 2 Common'],
  clear: ['无节', 'Clear'],
  sawlog2: ['二级锯材原木', 'No. 2 sawmill'],
  US: ['U/S 无分等', 'U/S (unsorted)'],
  V: ['五级', 'Fifths'],
  first: ['一级', 'Grade 1'],
  second: ['二级', 'Grade 2'],
  mixed: ['一至三级混等', 'Grades 1–3 mixed'],
} as const satisfies Record<string, Both>

export const CATEGORY = {
  log: ['原木', 'logs'],
  sawn: ['锯材', 'sawn timber'],
  kd: ['窑干板材', 'kiln-dried lumber'],
  square: ['方材', 'squares'],
  s4s: ['四面刨光材', 'S4S lumber'],
  decking: ['户外地板', 'decking'],
} as const satisfies Record<string, Both>

const TRADE_AREA = {
  bonded: ['保税区', 'Bonded zone'],
  spot: ['港口现货', 'Port stock'],
  forward: ['期货', 'Forward shipment'],
  afloat: ['在途货', 'Afloat'],
  border: ['口岸现货', 'Border-station stock'],
} as const satisfies Record<string, Both>

const TRADE_MODE = {
  general: ['一般贸易', 'General trade'],
  bonded: ['保税贸易', 'Bonded trade'],
  domestic: ['国内贸易', 'Domestic trade'],
  border: ['边境贸易', 'Border trade'],
} as const satisfies Record<string, Both>

const PAYMENT_TERMS = {
  full3: ['成交后 3 个工作日内付清全款', 'Payment in full within 3 working days of the deal'],
  deposit30: ['30% 定金，余款见提单副本付清', '30 % deposit, balance against a copy of the bill of lading'],
  lcSight: ['即期信用证', 'Letter of credit at sight'],
  lc90: ['90 天远期信用证', 'Letter of credit, 90 days'],
  onRelease: ['20% 定金，款清放货', '20 % deposit, goods released on payment of the balance'],
} as const satisfies Record<string, Both>

const DELIVERY_PLACE = {
  zhangjiagang: ['张家港保税区木材堆场', 'Timber yard, Zhangjiagang Free Trade Zone'],
  taicang: ['太仓港万方木材堆场', 'Timber yard, Taicang Port'],
  qingdao: ['青岛前湾港木材堆场', 'Timber yard, Qianwan, Qingdao Port'],
  nansha: ['广州南沙港货场', 'Cargo yard, Nansha Port, Guangzhou'],
  manzhouli: ['满洲里铁路换装货场', 'Rail transfer yard, Manzhouli'],
  suifenhe: ['绥芬河铁路货场', 'Rail yard, Suifenhe'],
  quay: ['目的港码头', 'Quay of the port of arrival'],
  shippingPort: ['装运港船上', 'On board at the port of shipment'],
} as const satisfies Record<string, Both>

export const PORT = {
  owendo: ['奥文多', 'Owendo'],
  bata: ['巴塔', 'Bata'],
  douala: ['杜阿拉', 'Douala'],
  kribi: ['克里比', 'Kribi'],
  pointeNoire: ['黑角', 'Pointe-Noire'],
  matadi: ['马塔迪', 'Matadi'],
  tema: ['特马', 'Tema'],
  tauranga: ['陶朗加', 'Tauranga'],
  napier: ['内皮尔', 'Napier'],
  lirquen: ['利尔肯', 'Lirquén'],
  hamburg: ['汉堡', 'Hamburg'],
  bremerhaven: ['不来梅港', 'Bremerhaven'],
  leHavre: ['勒阿弗尔', 'Le Havre'],
  constanta: ['康斯坦察', 'Constanța'],
  kotka: ['科特卡', 'Kotka'],
  zabaikalsk: ['后贝加尔斯克', 'Zabaikalsk'],
  grodekovo: ['格罗杰科沃', 'Grodekovo'],
  norfolk: ['诺福克', 'Norfolk'],
  savannah: ['萨凡纳', 'Savannah'],
  tacoma: ['塔科马', 'Tacoma'],
  vancouver: ['温哥华', 'Vancouver'],
  bintulu: ['民都鲁', 'Bintulu'],
  portKlang: ['巴生港', 'Port Klang'],
  surabaya: ['泗水', 'Surabaya'],
  lae: ['莱城', 'Lae'],
  yangon: ['仰光', 'Yangon'],
  zhangjiagang: ['张家港', 'Zhangjiagang'],
  taicang: ['太仓', 'Taicang'],
  qingdao: ['青岛', 'Qingdao'],
  nansha: ['南沙', 'Nansha'],
  manzhouli: ['满洲里', 'Manzhouli'],
  suifenhe: ['绥芬河', 'Suifenhe'],
} as const satisfies Record<string, Both>

export type SpeciesCode = keyof typeof SPECIES
export type OriginCode = keyof typeof ORIGIN
export type GradeCode = keyof typeof GRADE
export type CategoryCode = keyof typeof CATEGORY
export type TradeAreaCode = keyof typeof TRADE_AREA
export type TradeModeCode = keyof typeof TRADE_MODE
export type PaymentCode = keyof typeof PAYMENT_TERMS
export type DeliveryPlaceCode = keyof typeof DELIVERY_PLACE
export type PortCode = keyof typeof PORT

/** Kind of term → its table. */
export const TERMS: Readonly<Record<TermKind, Readonly<Record<string, Both>>>> = {
  species: SPECIES,
  origin: ORIGIN,
  grade: GRADE,
  category: CATEGORY,
  tradeArea: TRADE_AREA,
  tradeMode: TRADE_MODE,
  paymentTerms: PAYMENT_TERMS,
  deliveryPlace: DELIVERY_PLACE,
  port: PORT,
}
