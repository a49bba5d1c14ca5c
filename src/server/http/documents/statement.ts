import type { Locale } from '../../../contract/constants.ts'
import type { Column } from '../../documents/sheet.ts'
import type { StatementLine } from '../../store/statements.ts'

const MONEY = '#,##0.00'
const money = (minor: number): number => minor / 100

const ACCOUNT = {
  zh: { bought: '采购货款', sold: '销售货款', commission: '平台佣金' },
  en: { bought: 'Goods bought', sold: 'Goods sold', commission: 'Platform commission' },
} as const
const KIND = {
  zh: { charge: '合同金额', received: '已收款', returned: '已退款' },
  en: { charge: 'Contract complete', received: 'Received', returned: 'Returned' },
} as const
const CLAIM = {
  zh: { deposit: '定金', balance: '尾款', commission: '佣金' },
  en: { deposit: 'Deposit', balance: 'Balance', commission: 'Commission' },
} as const

/** A line with the name of its other party. */
export interface NamedLine extends StatementLine {
  readonly other: string | null
}

export function statementColumns(locale: Locale): readonly Column<NamedLine>[] {
  const said = (zh: string, en: string) => (locale === 'zh' ? zh : en)
  return [
    { name: said('日期', 'Day'), width: 12, value: ({ day }) => day },
    { name: said('账户', 'Account'), width: 18, value: ({ account }) => ACCOUNT[locale][account] },
    { name: said('合同编号', 'Contract No.'), width: 18, value: ({ contractNo }) => contractNo },
    {
      name: said('对方', 'Other party'),
      width: 28,
      value: ({ otherCompanyId, other }) => (otherCompanyId === null ? said('平台', 'Platform') : other),
    },
    { name: said('事项', 'Entry'), width: 18, value: ({ kind }) => KIND[locale][kind] },
    { name: said('款项', 'Claim'), width: 12, value: ({ claim }) => claim && CLAIM[locale][claim] },
    { name: said('银行流水号', 'Bank reference'), width: 20, value: ({ reference }) => reference },
    { name: said('币种', 'Currency'), width: 8, value: ({ currency }) => currency },
    {
      name: said('应付', 'Charged'),
      width: 16,
      format: MONEY,
      value: ({ kind, amount }) => (kind === 'charge' ? money(amount) : null),
    },
    {
      name: said('已收', 'Received'),
      width: 16,
      format: MONEY,
      value: ({ kind, amount }) => (kind === 'received' ? money(amount) : null),
    },
    {
      name: said('已退', 'Returned'),
      width: 16,
      format: MONEY,
      value: ({ kind, amount }) => (kind === 'returned' ? money(amount) : null),
    },
    { name: said('余额', 'Balance'), width: 16, format: MONEY, value: ({ balance }) => money(balance) },
  ]
}
