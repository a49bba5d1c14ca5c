import { randomUUID } from 'node:crypto'
import { instant, milli, minor } from '../../../src/domain/units.ts'
import type { account, company, lot } from '../../../src/server/store/schema.ts'

type CompanyRow = typeof company.$inferInsert
type AccountRow = typeof account.$inferInsert
type LotRow = Omit<typeof lot.$inferInsert, 'timelineId'>

export const someCompany = (of: Partial<CompanyRow> = {}): CompanyRow => ({
  id: randomUUID(),
  nameZh: '江南木业',
  nameEn: 'Jiangnan Timber',
  country: 'CN',
  ...of,
})

export const someAccount = (of: Partial<AccountRow> = {}): AccountRow => ({
  id: randomUUID(),
  login: randomUUID(),
  passwordHash: 'none',
  name: '李雷',
  status: 4,
  roles: ['buyer'],
  permissions: [],
  createdAt: instant(1_790_000_000_000),
  ...of,
})

export const someLot = (of: Pick<LotRow, 'id' | 'position' | 'sellerCompanyId'>): LotRow => ({
  sellerCode: 'S1',
  nameZh: '方材',
  nameEn: 'Square timber',
  species: 'spruce',
  origin: 'fi',
  grade: 'A',
  category: 'sawn',
  tradeArea: 'south',
  tradeClause: 'CIF',
  tradeMode: 'import',
  departurePort: 'kotka',
  arrivalPort: 'taicang',
  deliveryPlace: 'Taicang',
  paymentTerms: 'L/C',
  length: '2500-5800',
  humidity: '10-12',
  supplementaryZh: '',
  supplementaryEn: '',
  currency: 'CNY',
  unit: 'm3',
  quantity: milli(32_450),
  startPrice: minor(218_000),
  addRange: minor(1_000),
  deliveryDate: '2036-12-24',
  pictures: ['p1', 'p2'],
  ...of,
})
