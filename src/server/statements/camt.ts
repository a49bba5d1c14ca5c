import sax from 'sax'
import { minor, parseMinor } from '../../domain/units.ts'
import type { Minor } from '../../domain/units.ts'
import { dayOf } from '../../domain/trade/money.ts'
import type { Day } from '../../domain/trade/money.ts'
import type { StatedAmount, StatementEntry } from '../../domain/trade/statement.ts'
import { instant } from '../../domain/units.ts'
import { local } from '../sheets/xml.ts'

/** Why a file is refused as a whole. */
export type FileFlaw = 'bank.not_xml' | 'bank.not_statement' | 'bank.no_entries' | 'bank.too_many'

export class StatementRefused extends Error {
  override readonly name = 'StatementRefused'
  readonly reason: FileFlaw
  constructor(reason: FileFlaw, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

export interface Statements {
  readonly entries: readonly StatementEntry[]
  /** Entries without a readable amount or day. */
  readonly unreadable: number
}

/** Elements in one another: camt.053 has under twenty. */
const DEPTH_MOST = 64
/** Entries and details of one file. */
export const LINES_MOST = 3_000
/** Longest text of one element; camt.053 allows 500. */
const TEXT_KEPT = 2_000
/** Characters per piece, between which other work runs. */
const PIECE = 64 * 1024
const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(0[2-9]|1[0-3])$/

interface Node {
  readonly name: string
  readonly currency: string
  readonly children: Node[]
  text: string
}

/** The statements of a camt.053, versions 02 to 13, in any encoding that the file names. Entities are not expanded. */
export async function readStatements(bytes: Uint8Array, ended?: AbortSignal): Promise<Statements> {
  const text = textOf(bytes)
  const entries: StatementEntry[] = []
  const open: Node[] = []
  let [own, unreadable, depth, statements] = ['', 0, 0, 0]
  const parser = sax.parser(true, { position: false })
  parser.ondoctype = () => {
    throw new StatementRefused('bank.not_xml')
  }
  parser.onerror = (error) => {
    throw new StatementRefused('bank.not_xml', { cause: error })
  }
  parser.onopentag = ({ name: full, attributes }) => {
    const name = local(full)
    if (++depth > DEPTH_MOST) throw new StatementRefused('bank.not_xml')
    if (name === 'Document') {
      const prefix = full.slice(0, -name.length - 1)
      const namespace = attributes[prefix === '' ? 'xmlns' : `xmlns:${prefix}`]
      if (typeof namespace !== 'string' || !NAMESPACE.test(namespace)) throw new StatementRefused('bank.not_statement')
    }
    if (name === 'Stmt') {
      own = ''
      statements += 1
    }
    if (open.length > 0 || name === 'Ntry' || name === 'Acct') {
      const currency = typeof attributes['Ccy'] === 'string' ? attributes['Ccy'] : ''
      const node = { name, currency, children: [], text: '' }
      open.at(-1)?.children.push(node)
      open.push(node)
    }
  }
  const add = (piece: string): void => {
    const node = open.at(-1)
    if (node && node.text.length < TEXT_KEPT) node.text += piece.slice(0, TEXT_KEPT - node.text.length)
  }
  parser.ontext = add
  parser.oncdata = add
  parser.onclosetag = () => {
    depth -= 1
    const node = open.pop()
    if (node === undefined) return
    // What PostgreSQL does not store.
    node.text = node.text.replaceAll('\0', '').toWellFormed()
    if (open.length > 0) return
    if (node.name === 'Acct') own = accountIn(at(node, 'Id'))
    if (node.name !== 'Ntry' || statements === 0) return
    const read = entriesOf(node, own)
    if (read === null) unreadable += 1
    else entries.push(...read)
    if (entries.length > LINES_MOST) throw new StatementRefused('bank.too_many')
  }
  try {
    for (let from = 0; from < text.length; from += PIECE) {
      ended?.throwIfAborted()
      // By its position the parser knows when what it holds is too long.
      parser.position = from
      parser.write(text.slice(from, from + PIECE))
      await new Promise(setImmediate)
    }
    parser.close()
  } catch (error) {
    if (error instanceof StatementRefused || ended?.aborted === true) throw error
    throw new StatementRefused('bank.not_xml', { cause: error })
  }
  if (statements === 0) throw new StatementRefused('bank.not_statement')
  if (entries.length === 0 && unreadable === 0) throw new StatementRefused('bank.no_entries')
  return { entries, unreadable }
}

/** The text by the encoding that the XML names; banks in China also write GBK. */
function textOf(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const named = /^[^<]*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(head)?.[1]
  const marked = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : undefined
  try {
    return new TextDecoder(marked ?? named ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new StatementRefused('bank.not_xml', { cause: error })
  }
}

const all = (node: Node | undefined, ...[name, ...rest]: readonly string[]): readonly Node[] => {
  if (node === undefined || name === undefined) return node === undefined ? [] : [node]
  return node.children.filter((one) => one.name === name).flatMap((one) => all(one, ...rest))
}
const at = (node: Node | undefined, ...path: readonly string[]): Node | undefined => all(node, ...path)[0]
const said = (node: Node | undefined, ...path: readonly string[]): string => at(node, ...path)?.text.trim() ?? ''

const accountIn = (node: Node | undefined): string => said(node, 'IBAN') || said(node, 'Othr', 'Id')

/** `null`: no amount, or one finer than a hundredth. */
function amountIn(node: Node | undefined): StatedAmount | null {
  if (node === undefined) return null
  const amount = minorOf(node.text.trim())
  return amount === null || node.currency === '' ? null : { currency: node.currency, amount }
}

const minorOf = (text: string): Minor | null =>
  parseMinor(text.replace(/^\+?0*(?=\d)/, '').replace(/(\.\d{2})0+$/, '$1'))

/** Booking day: a moment is the day of Beijing, a moment without its zone the day that the bank wrote. */
function dayIn(node: Node | undefined): Day | null {
  const text = said(node, 'Dt') || said(node, 'DtTm')
  const zoned = /T.*(Z|[+-]\d{2}:?\d{2})$/.test(text)
  const moment = Date.parse(text)
  if (zoned) return Number.isNaN(moment) ? null : dayOf(instant(Math.trunc(moment)))
  const day = text.slice(0, 10)
  const parsed = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(day) ? day : null
}

/** The lines of an entry: itself, or the details of a batch that add up to it (Bl7). `null`: unreadable. */
function entriesOf(node: Node, own: string): readonly StatementEntry[] | null {
  const total = amountIn(at(node, 'Amt'))
  const day = dayIn(at(node, 'BookgDt')) ?? dayIn(at(node, 'ValDt'))
  const sign = said(node, 'CdtDbtInd')
  if (total === null || day === null || (sign !== 'CRDT' && sign !== 'DBIT')) return null
  const details = all(node, 'NtryDtls', 'TxDtls')
  const [first] = details
  const batch = Number(said(node, 'NtryDtls', 'Btch', 'NbOfTxs') || '1') > 1
  const of = {
    own,
    direction: sign === 'CRDT' ? ('in' as const) : ('out' as const),
    booked: (said(node, 'Sts', 'Cd') || said(node, 'Sts')) === 'BOOK',
    reversal: ['true', '1'].includes(said(node, 'RvslInd')),
    day,
  }
  const info = said(node, 'AddtlNtryInf')
  const number = said(node, 'AcctSvcrRef')
  const parts = details.map((detail) => partOf(detail, total.currency))
  const isSum = parts.every((part) => part !== null) && total.amount === parts.reduce((sum, part) => sum + part, 0)
  if (details.length > 1 && isSum && details.every((detail) => [sign, ''].includes(said(detail, 'CdtDbtInd'))))
    return details.map((detail, place) => ({
      ...of,
      ...aboutOf(detail, info),
      ...total,
      amount: parts[place] ?? minor(0),
      number,
      detail: place + 1,
      unclear: false,
      charges: chargesIn(detail),
    }))
  const about = aboutOf(first, info)
  return [
    {
      ...of,
      ...about,
      ...total,
      texts: details.length > 1 ? [...new Set(details.flatMap((one) => aboutOf(one, info).texts))] : about.texts,
      number: number || (details.length === 1 ? said(first, 'Refs', 'AcctSvcrRef') : ''),
      detail: null,
      unclear: details.length > 1 || batch,
      charges: chargesIn(node) ?? chargesIn(first),
    },
  ]
}

/** The amount of a detail in the currency of its entry. */
function partOf(detail: Node, currency: string): Minor | null {
  const amounts = [at(detail, 'Amt'), at(detail, 'AmtDtls', 'TxAmt', 'Amt'), at(detail, 'AmtDtls', 'InstdAmt', 'Amt')]
  const found = amounts.map(amountIn).find((one) => one !== null && one.currency === currency)
  return found?.amount ?? null
}

type About = Pick<StatementEntry, 'texts' | 'payer' | 'payerAccount' | 'instructed'>

function aboutOf(detail: Node | undefined, info: string): About {
  const parties = at(detail, 'RltdPties')
  const lines = all(detail, 'RmtInf', 'Ustrd').map(({ text }) => text.trim())
  const structured = all(detail, 'RmtInf', 'Strd').flatMap((one) => [
    said(one, 'CdtrRefInf', 'Ref'),
    ...all(one, 'RfrdDocInf', 'Nb').map(({ text }) => text.trim()),
    ...all(one, 'AddtlRmtInf').map(({ text }) => text.trim()),
  ])
  const endToEnd = said(detail, 'Refs', 'EndToEndId')
  const texts = [
    lines.join(' '),
    ...structured,
    endToEnd === 'NOTPROVIDED' ? '' : endToEnd,
    said(detail, 'AddtlTxInf'),
    info,
  ]
  const instructed = amountIn(at(detail, 'AmtDtls', 'InstdAmt', 'Amt'))
  return {
    texts: texts.map((text) => text.replaceAll(/\s+/g, ' ')).filter((text) => text !== ''),
    payer: said(parties, 'Dbtr', 'Pty', 'Nm') || said(parties, 'Dbtr', 'Nm'),
    payerAccount: accountIn(at(parties, 'DbtrAcct', 'Id')),
    instructed,
  }
}

/** Charges: their total, or the sum of their records in one currency. Older versions repeat `Chrgs` itself. */
function chargesIn(node: Node | undefined): StatedAmount | null {
  const total = amountIn(at(node, 'Chrgs', 'TtlChrgsAndTaxAmt'))
  if (total !== null) return total
  const parts = [...all(node, 'Chrgs', 'Rcrd', 'Amt'), ...all(node, 'Chrgs', 'Amt')].flatMap(
    (one) => amountIn(one) ?? [],
  )
  const [first] = parts
  if (first === undefined) return null
  const sum = parts.reduce((all, { currency, amount }) => (currency === first.currency ? all + amount : all), 0)
  return { currency: first.currency, amount: minor(sum) }
}
