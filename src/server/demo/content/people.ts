import type { Both } from '../../content/terms.ts'

export interface DemoCompany {
  readonly code: string
  readonly name: Both
  readonly country: string
  readonly legalPerson: string | null
  readonly bankAccount: string | null
  /** Service agreement: 0 not generated, 1 in effect, 2 awaiting signature. */
  readonly agreement: 0 | 1 | 2
}

export interface DemoAccount {
  readonly login: string
  readonly name: string
  readonly title: 'Mr.' | 'Mrs.' | 'Miss'
  readonly company: string | null
  readonly status: 0 | 2 | 3 | 4
  readonly roles: readonly string[]
  readonly permissions: readonly string[]
  readonly robot: boolean
}

type CompanyRow = [
  code: string,
  zh: string,
  en: string,
  country: string,
  legalPerson: string | null,
  bank: string | null,
  agreement?: 0 | 1 | 2,
]

const companies = (rows: readonly CompanyRow[]): DemoCompany[] =>
  rows.map(([code, zh, en, country, legalPerson, bankAccount, agreement = 1]) => ({
    code,
    name: [zh, en],
    country,
    legalPerson,
    bankAccount,
    agreement,
  }))

/** The application of `pending`, whose company does not exist yet. */
export const APPLICATION = {
  name: '赣州新枫木制品厂',
  country: 'CN',
  legalPerson: '钟海',
  bankAccount: '6222000000003002',
} as const

// Invented, all of them.
export const COMPANIES = companies([
  ['operations', '木材竞价大厅运营中心', 'Timber Sale Room Operations', 'CN', '周启明', '6222000000001000'],
  [
    'seller1',
    '江苏汇林国际贸易有限公司',
    'Jiangsu Huilin International Trading Co., Ltd.',
    'CN',
    '陆建华',
    '6222000000001001',
  ],
  ['seller2', '恩古涅林产有限责任公司', 'Ngounié Bois et Forêts SARL', 'GA', 'Armand Mboumba', '6222000000001002'],
  ['buyer1', '湖州恒森地板有限公司', 'Huzhou Hengsen Flooring Co., Ltd.', 'CN', '沈国强', '6222000000002001'],
  ['buyer2', '佛山木语家具有限公司', 'Foshan Muyu Furniture Co., Ltd.', 'CN', '梁志恒', '6222000000002002'],
  ['buyer3', '临沂鲁樾板业有限公司', 'Linyi Luyue Panel Co., Ltd.', 'CN', '孙立新', '6222000000002003'],
  ['buyer4', '上海拓木贸易有限公司', 'Shanghai Tuomu Trading Co., Ltd.', 'CN', '顾婷', '6222000000002004'],
  [
    'buyer5',
    '莆田匠心古典家具有限公司',
    'Putian Jiangxin Classic Furniture Co., Ltd.',
    'CN',
    '林文彬',
    '6222000000002005',
  ],
  ['buyer6', '诺德瓦尔德木业有限公司', 'Nordwald Holzhandel GmbH', 'DE', 'Katrin Albers', '6222000000002006'],
  ['audience1', '林讯木业观察', 'Linxun Timber Review', 'CN', '何薇', '6222000000003001', 0],
  ['suspended', '东莞永昌木行', 'Dongguan Yongchang Timber Store', 'CN', '袁兆丰', '6222000000003003'],
  ['robothost', '练习场主持(机器人)', 'Practice sale host (robot)', 'CN', null, null],
  ['robotseller', '练习场货主(机器人)', 'Practice sale seller (robot)', 'CN', null, null],
  ['robot1', '练习买家 稳扎(机器人)', 'Practice buyer Steady (robot)', 'CN', null, null],
  ['robot2', '练习买家 谨慎(机器人)', 'Practice buyer Cautious (robot)', 'CN', null, null],
  ['robot3', '练习买家 压轴(机器人)', 'Practice buyer Latecomer (robot)', 'CN', null, null],
  ['robot4', '练习买家 封顶(机器人)', 'Practice buyer Ceiling (robot)', 'CN', null, null],
])

type AccountRow = [
  login: string,
  name: string,
  title: DemoAccount['title'],
  company: string | null,
  status: 0 | 2 | 3 | 4,
  roles: readonly string[],
  permissions?: readonly string[],
]

const accounts = (robot: boolean, rows: readonly AccountRow[]): DemoAccount[] =>
  rows.map(([login, name, title, company, status, roles, permissions = []]) => ({
    login,
    name,
    title,
    company,
    status,
    roles,
    permissions,
    robot,
  }))

export const ACCOUNTS = accounts(false, [
  ['admin', '周启明', 'Mr.', null, 4, ['admin'], ['*:*:*']],
  ['host', '苏航', 'Mr.', 'operations', 4, ['host']],
  ['seller1', '陆建华', 'Mr.', 'seller1', 4, ['seller']],
  ['seller2', 'Armand Mboumba', 'Mr.', 'seller2', 4, ['seller']],
  ['buyer1', '沈国强', 'Mr.', 'buyer1', 4, ['buyer']],
  ['buyer1b', '沈佳', 'Miss', 'buyer1', 4, ['buyer']],
  ['buyer2', '梁志恒', 'Mr.', 'buyer2', 4, ['buyer']],
  ['buyer3', '孙立新', 'Mr.', 'buyer3', 4, ['buyer']],
  ['buyer4', '顾婷', 'Mrs.', 'buyer4', 4, ['buyer']],
  ['buyer5', '林文彬', 'Mr.', 'buyer5', 4, ['buyer']],
  ['buyer6', 'Katrin Albers', 'Mrs.', 'buyer6', 4, ['buyer']],
  ['audience1', '何薇', 'Miss', 'audience1', 4, ['audience']],
  ['newbie', '方晓', 'Miss', null, 2, []],
  ['pending', '钟海', 'Mr.', null, 3, []],
  ['suspended', '袁兆丰', 'Mr.', 'suspended', 0, ['buyer']],
])

export const ROBOTS = accounts(true, [
  ['robothost', '小槌', 'Mr.', 'robothost', 4, ['host']],
  ['robotseller', '阿林', 'Mr.', 'robotseller', 4, ['seller']],
  ['robot1', '稳扎', 'Mr.', 'robot1', 4, ['buyer']],
  ['robot2', '谨慎', 'Mrs.', 'robot2', 4, ['buyer']],
  ['robot3', '压轴', 'Mr.', 'robot3', 4, ['buyer']],
  ['robot4', '封顶', 'Miss', 'robot4', 4, ['buyer']],
])
