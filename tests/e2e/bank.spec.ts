import { randomUUID } from 'node:crypto'
import { dayOf } from '../../src/domain/trade/money.ts'
import { instant } from '../../src/domain/units.ts'
import { referencesOf } from '../../src/server/store/deposit-references.ts'
import { expectAccessible } from './accessible.ts'
import { expect, expectNoSidewaysScroll, test } from './fixtures.ts'
import { operator } from './operator.ts'
import { depositSale } from './parts/depositSale.ts'

const [FIRST, SECOND] = ['林海木业', '江川木业']

interface Written {
  readonly number: string
  readonly text: string
  readonly payer?: string
  readonly state?: 'BOOK' | 'PDNG'
  readonly reversal?: boolean
}

/** A camt.053 of entries of 20,000 CNY each. */
function statement(entries: readonly Written[]): Buffer {
  const day = dayOf(instant(Date.now()))
  const written = entries.map(
    ({ number, text, payer = '', state = 'BOOK', reversal = false }) =>
      `<Ntry><Amt Ccy="CNY">20000.00</Amt><CdtDbtInd>${reversal ? 'DBIT</CdtDbtInd><RvslInd>true</RvslInd' : 'CRDT</CdtDbtInd'}><Sts><Cd>${state}</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${number}</AcctSvcrRef><NtryDtls><TxDtls>${payer && `<RltdPties><Dbtr><Pty><Nm>${payer}</Nm></Pty></Dbtr></RltdPties>`}<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  )
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>6222</Id></Othr></Id></Acct>${written.join('')}</Stmt></BkToCstmrStmt></Document>`,
  )
}

test('a bank file: what matches is recorded, the rest waits with a guess, and again it adds nothing @desktop', async ({
  browser,
  server,
  store,
}) => {
  const { session, companies } = await depositSale(store, [FIRST, SECOND])
  const references = await referencesOf(store.db, session.id, companies)
  // Other runs on this server have entries of their own.
  const no = randomUUID().slice(0, 8)
  const file = {
    name: 'camt053.xml',
    mimeType: 'application/xml',
    buffer: statement([
      { number: `${no}1`, text: `保证金 ${references.get(companies[0]!)?.toLowerCase().replace('-', ' - ')}` },
      { number: `${no}2`, text: `保证金 ${no}`, payer: SECOND },
      { number: `${no}3`, text: `保证金 ${references.get(companies[1]!)}`, state: 'PDNG' },
    ]),
  }
  const desk = await operator(browser, server)
  await desk.goto('/desk/bank')
  await expect(desk.getByRole('heading', { level: 1 })).toBeVisible()
  const given = desk.getByTestId('bank-statement')
  await given.setInputFiles({ ...file, buffer: Buffer.from('<html>not a statement</html>') })
  await expect(desk.getByText('这不是 camt.053 格式')).toBeVisible()
  await given.setInputFiles(file)
  await expect(desk.getByText('已登记 1 笔')).toBeVisible()
  await expect(desk.getByText('未读入 1 笔：尚未入账')).toBeVisible()

  const waiting = desk.getByRole('row').filter({ hasText: no })
  await expect(waiting).toContainText(SECOND)
  await expectAccessible(desk)
  await desk.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(desk)
  await desk.setViewportSize({ width: 1440, height: 900 })
  await waiting.getByRole('button', { name: '登记…', exact: true }).click()
  const dialog = desk.getByRole('dialog')
  await expect(dialog.getByRole('textbox')).toHaveValue(references.get(companies[1]!) ?? '')
  await dialog.getByRole('button', { name: '登记' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(waiting).toHaveCount(0)

  await given.setInputFiles(file)
  await expect(desk.getByText('2 笔此前已读入')).toBeVisible()
  const bidder = (name: string) => desk.getByRole('row').filter({ hasText: name })
  await desk.goto(`/desk/sales/${session.id}?show=bidders`)
  for (const name of [FIRST, SECOND]) await expect(bidder(name)).toContainText('200,000.00')

  // The bank's reversal names no reference: a press takes back the receipt that the operator knows it means.
  await desk.goto('/desk/bank')
  await given.setInputFiles({
    ...file,
    name: 'reversal.xml',
    buffer: statement([{ number: `${no}4`, text: `冲正 ${no}`, reversal: true }]),
  })
  const reversal = desk.getByRole('row').filter({ hasText: `冲正 ${no}` })
  await expect(reversal).toContainText(FIRST)
  await expectAccessible(desk)
  await reversal.getByRole('button', { name: `将 ${references.get(companies[1]!)} 更正为零` }).click()
  await expect(desk.getByText('原入账已更正为零。')).toBeVisible()
  await expect(reversal).toHaveCount(0)
  await desk.goto(`/desk/sales/${session.id}?show=bidders`)
  await expect(bidder(FIRST)).toContainText('200,000.00')
  await expect(bidder(SECOND)).not.toContainText('200,000.00')
})
