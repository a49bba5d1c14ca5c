import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { leftOut } from '../../domain/trade/statement.ts'
import type { StatementEntry } from '../../domain/trade/statement.ts'
import { CURRENCIES } from '../../domain/units.ts'
import { LINES_MOST, readStatements, StatementRefused } from './camt.ts'

const read = (text: string) => readStatements(Buffer.from(text))
const flaw = async (text: string | Uint8Array) => {
  try {
    await readStatements(typeof text === 'string' ? Buffer.from(text) : text)
    return null
  } catch (error) {
    if (error instanceof StatementRefused) return error.reason
    throw error
  }
}
const file = (entries: string, { version = '08', kind = '053', prefix = '' } = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?><${prefix}Document xmlns${prefix === '' ? '' : ':c'}="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.${version}"><${prefix}BkToCstmrStmt><${prefix}Stmt><${prefix}Acct><${prefix}Id><${prefix}IBAN>CN1</${prefix}IBAN></${prefix}Id></${prefix}Acct>${entries}</${prefix}Stmt></${prefix}BkToCstmrStmt></${prefix}Document>`
const entry = ({
  amount = '100.00',
  currency = 'CNY',
  status = '<Sts><Cd>BOOK</Cd></Sts>',
  day = '<Dt>2026-11-27</Dt>',
  more = '',
}) =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>${status}<BookgDt>${day}</BookgDt>${more}</Ntry>`
async function one(xml: string): Promise<StatementEntry> {
  const { entries } = await read(file(xml))
  expect(entries).toHaveLength(1)
  const [found] = entries
  if (!found) throw new Error('no entry')
  return found
}

describe('Bl6, Bl7: the hard file', () => {
  test('has the lines of both accounts, its batch as two, and says what is left out', async () => {
    const { entries, unreadable } = await readStatements(
      await readFile(new URL('../../../tests/cases/statements/hard.xml', import.meta.url)),
    )
    expect(unreadable).toBe(0)
    const table = entries.map((of) => [
      `${of.number || '–'}${of.detail === null ? '' : `/${of.detail}`}`,
      `${of.currency} ${of.amount / 100}`,
      of.day.slice(5),
      leftOut(of, CURRENCIES) ?? (of.reversal ? 'reversal' : 'receipt'),
      of.texts.join('|'),
    ])
    expect(table).toEqual([
      ['A1', 'CNY 50000', '11-27', 'receipt', 'deposit re f1 of buyer one'],
      ['A2', 'CNY 50000', '11-27', 'reversal', 'REF2'],
      ['–', 'CNY 50000', '11-27', 'pending', 'REF3'],
      ['A4/1', 'CNY 50000', '11-27', 'receipt', 'REF4'],
      ['A4/2', 'CNY 30000', '11-27', 'receipt', 'REF5'],
      ['A5', 'CNY 25000', '11-27', 'receipt', 'REF6'],
      ['A6', 'CNY 25000', '11-27', 'receipt', 'REF6'],
      ['A7', 'USD 7985', '11-27', 'receipt', 'REF7'],
      ['A8', 'USD 8000', '11-27', 'out', 'REF8'],
    ])
    expect(entries[7]).toMatchObject({
      own: '6222000000000002',
      charges: { currency: 'USD', amount: 1_500 },
      instructed: { currency: 'EUR', amount: 730_000 },
    })
  })
})

describe('a statement', () => {
  test.each(['02', '04', '06', '08', '10', '13'])(
    'of version %s is read, with a prefix or without',
    async (version) => {
      expect((await read(file(entry({}), { version }))).entries).toHaveLength(1)
      const prefixed = file(entry({}).replaceAll(/<(\/?)(?=[A-Z])/g, '<$1c:'), { version, prefix: 'c:' })
      expect((await read(prefixed)).entries).toMatchObject([{ own: 'CN1', amount: 10_000, booked: true }])
    },
  )
  test('of an old version has its status as a text', async () =>
    expect(await one(entry({ status: '<Sts>BOOK</Sts>' }))).toMatchObject({ booked: true }))
  test.each([
    ['<DtTm>2026-11-26T23:30:00Z</DtTm>', '2026-11-27'],
    ['<DtTm>2026-11-26T23:30:00.000+08:00</DtTm>', '2026-11-26'],
    ['<DtTm>2026-11-26T23:30:00</DtTm>', '2026-11-26'],
    ['<Dt>2026-11-26+08:00</Dt>', '2026-11-26'],
  ])('books %s on %s', async (day, on) => expect((await one(entry({ day }))).day).toBe(on))
  test('without details has the entry as its line, with the bank’s text', async () =>
    expect(await one(entry({ more: '<AddtlNtryInf>TC-2026-000001</AddtlNtryInf>' }))).toMatchObject({
      texts: ['TC-2026-000001'],
      detail: null,
    }))
  test('names the payer and its account in either form', async () => {
    const account = '<DbtrAcct><Id><Othr><Id>6222</Id></Othr></Id></DbtrAcct>'
    for (const name of ['<Nm>木业</Nm>', '<Pty><Nm>木业</Nm></Pty>'])
      expect(
        await one(
          entry({
            more: `<NtryDtls><TxDtls><RltdPties><Dbtr>${name}</Dbtr>${account}</RltdPties></TxDtls></NtryDtls>`,
          }),
        ),
      ).toMatchObject({ payer: '木业', payerAccount: '6222' })
  })
  test('sums up charges without a total', async () =>
    expect(
      await one(
        entry({
          more: '<Chrgs><Rcrd><Amt Ccy="CNY">1.5</Amt></Rcrd><Rcrd><Amt Ccy="CNY">2.00</Amt></Rcrd></Chrgs>',
        }),
      ),
    ).toMatchObject({ charges: { amount: 350 } }))
  test('Bl7: a batch whose details do not add up, or are not there, is one line that waits', async () => {
    const detail = (amount: string) => `<TxDtls><Amt Ccy="CNY">${amount}</Amt></TxDtls>`
    const details = (all: string) => one(entry({ more: `<NtryDtls>${all}</NtryDtls>` }))
    expect(await details(detail('60.00') + detail('30.00'))).toMatchObject({ unclear: true, detail: null })
    expect(await details('<Btch><NbOfTxs>2</NbOfTxs></Btch>')).toMatchObject({ unclear: true })
    expect(
      (await read(file(entry({ more: `<NtryDtls>${detail('60') + detail('40.0')}</NtryDtls>` })))).entries,
    ).toMatchObject([
      { amount: 6_000, detail: 1, unclear: false },
      { amount: 4_000, detail: 2, unclear: false },
    ])
  })
  test.each([
    [{ currency: 'JPY' }, 'currency'],
    [{ status: '<Sts><Cd>INFO</Cd></Sts>' }, 'pending'],
    [{ status: '' }, 'pending'],
  ])('Bl6: leaves out %j as %s', async (also, why) => expect(leftOut(await one(entry(also)), CURRENCIES)).toBe(why))
  test('counts what cannot be read', async () => {
    for (const also of [
      { amount: '1.005' },
      { amount: 'x' },
      { day: '' },
      { day: '<Dt>2026-13-01</Dt>' },
      { day: '<Dt>2026-02-30</Dt>' },
    ])
      expect(await read(file(entry(also)))).toEqual({ entries: [], unreadable: 1 })
    expect(await read(file(entry({ amount: '0100.50000' })))).toMatchObject({ entries: [{ amount: 10_050 }] })
  })
  test('in GBK is read as the file says', async () => {
    const text = file(entry({ more: '<AddtlNtryInf>#</AddtlNtryInf>' })).replace('UTF-8', 'GBK')
    const [before = '', after = ''] = text.split('#')
    const bytes = Buffer.concat([
      Buffer.from(before),
      Buffer.from([0xb1, 0xa3, 0xd6, 0xa4, 0xbd, 0xf0]),
      Buffer.from(after),
    ])
    expect((await readStatements(bytes)).entries).toMatchObject([{ texts: ['保证金'] }])
  })
})

describe('a file is refused', () => {
  test.each([
    ['hello', 'bank.not_xml'],
    ['a,b\n1,2', 'bank.not_xml'],
    [file(entry({})).slice(0, -30), 'bank.not_xml'],
    ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'bank.not_xml'],
    [file('&b;'), 'bank.not_xml'],
    [file(`${'<a>'.repeat(100)}${'</a>'.repeat(100)}`), 'bank.not_xml'],
    ['<a/>', 'bank.not_statement'],
    [file(entry({}), { kind: '052' }), 'bank.not_statement'],
    [file(entry({}), { kind: '054' }), 'bank.not_statement'],
    [file(entry({}), { version: '99' }), 'bank.not_statement'],
    [file(''), 'bank.no_entries'],
    [file(entry({}).repeat(LINES_MOST + 1)), 'bank.too_many'],
  ])('%.60s: %s', async (text, reason) => expect(await flaw(text)).toBe(reason))
  test('whose bytes are no text', async () =>
    expect(await flaw(new Uint8Array([0x3c, 0x61, 0x3e, 0xff, 0xfe]))).toBe('bank.not_xml'))
})
