import type { ContractContent, Particulars, SignatureMark } from '../../contract/calls/trade.ts'
import { moistureShown } from '../../contract/sizes.ts'
import { canonical } from '../../domain/canonical.ts'
import type { ContractParty, ContractStatus } from '../../domain/trade/contract.ts'
import { instant } from '../../domain/units.ts'
import type { ContractAct, ContractRow, ContractVersion } from '../store/contracts.ts'
import { blocksOf } from './blocks.ts'
import { grouped, minute, moment, printable, UNIT } from './document.ts'
import type { Both, Printable } from './document.ts'

interface Version {
  readonly row: Pick<ContractRow, 'contractNo' | 'version' | 'status'>
  readonly version: ContractVersion
  /** The version that replaced it. */
  readonly next: Pick<ContractVersion, 'madeAt'> | null
  /** All acts on the contract, oldest first. */
  readonly acts: readonly ContractAct[]
}

/** One version of a contract, as the parties sign it. The paper of a replaced version never changes again. */
export function contractPaper({ row, version: { version, content, hash, madeAt }, next, acts }: Version): Printable {
  const own = acts.filter((act) => act.version === version)
  const signatures = signaturesOn(own, next !== null)
  const standing = next === null ? STATUS[row.status] : REPLACED
  const end = own.findLast(({ act }) => act === 'verified' || act === 'terminated') ?? null
  const at = next?.madeAt ?? own.at(-1)?.at ?? madeAt
  const { contractNo: no } = content
  return printable({
    template: 'contract',
    name: `${no}-v${version}.pdf`,
    title: `木材买卖合同 Timber sale contract ${no}`,
    head: `${no} · 第 ${version} 版 Version ${version}`,
    mark: `${standing.zh} / ${standing.en}`,
    hash,
    watermark: next !== null ? '已被取代 REPLACED' : WATERMARK[row.status],
    at: instant(at),
    enclosed: [
      { name: 'content.json', about: 'The content that is signed: its SHA-256 is the hash', text: canonical(content) },
      {
        name: 'signatures.json',
        about: 'Who signed which hash, and when',
        text: canonical({
          contractNo: no,
          version,
          hash,
          status: next === null ? row.status : 'replaced',
          signatures: signatures.map(({ by, name, at: when, mark, lapsed }) => ({
            by,
            name,
            at: new Date(when).toISOString(),
            hash,
            mark,
            lapsed,
          })),
        }),
      },
    ],
    data: {
      ...pageOf(content),
      status: standing,
      made: moment(madeAt),
      attachments: attachmentsOf(content, hash),
      signatures: Object.fromEntries(
        signatures.map(({ by, name, at: when, mark, lapsed }) => [
          by,
          { name, at: moment(when), version, lapsed, mark: drawnMark(mark) },
        ]),
      ),
      outcome: end && next === null ? outcomeOf(end) : null,
    },
  })
}

const STATUS: Readonly<Record<ContractStatus, Both>> = {
  0: { zh: '待买方签署', en: 'Waiting for buyer to sign' },
  1: { zh: '待卖方签署', en: 'Waiting for seller to sign' },
  2: { zh: '平台审核中', en: 'Platform verifying' },
  3: { zh: '签署完成', en: 'Signing complete' },
  4: { zh: '签署终止', en: 'Signing terminated' },
}
const REPLACED: Both = { zh: '已被新版本取代', en: 'Replaced by a newer version' }
const WATERMARK: Readonly<Record<ContractStatus, string | null>> = {
  0: '未生效 NOT IN FORCE',
  1: '未生效 NOT IN FORCE',
  2: '未生效 NOT IN FORCE',
  3: null,
  4: '已终止 TERMINATED',
}

interface Signature {
  readonly by: ContractParty
  readonly name: string
  readonly at: number
  readonly mark: SignatureMark
  readonly lapsed: boolean
}
/** The last signature of each party on this version. */
function signaturesOn(acts: readonly ContractAct[], replaced: boolean): readonly Signature[] {
  const returned = acts.findLastIndex(({ act }) => act === 'returned')
  const byParty = new Map<ContractParty, Signature>()
  for (const [index, { act, by, at, mark, evidence }] of acts.entries()) {
    if (act !== 'signed' || !mark || (by !== 'buyer' && by !== 'seller')) continue
    byParty.set(by, { by, name: evidence?.['name'] ?? '', at, mark, lapsed: replaced || index < returned })
  }
  return [...byParty.values()]
}

const drawnMark = (mark: SignatureMark) =>
  mark.kind === 'typed'
    ? mark
    : {
        kind: 'drawn',
        strokes: mark.strokes
          .split(';')
          .map((stroke) => stroke.split(' ').map((point) => point.split(',').map(Number))),
      }

/** The same labels as `contractForm.ts` has on the screen. */
const LABELS: readonly (Both & { readonly field: keyof Particulars })[] = [
  { field: 'companyName', zh: '企业名称', en: 'Company name' },
  { field: 'creditCode', zh: '统一社会信用代码', en: 'Credit code' },
  { field: 'address', zh: '地址', en: 'Address' },
  { field: 'funder', zh: '资金方', en: 'Funder' },
  { field: 'contacts', zh: '联系人', en: 'Contact person' },
  { field: 'phone', zh: '电话', en: 'Phone' },
  { field: 'email', zh: '电子邮件', en: 'Email' },
  { field: 'bankName', zh: '开户行', en: 'Bank name' },
  { field: 'bankAddress', zh: '开户行地址', en: 'Bank address' },
  { field: 'accountCNY', zh: '人民币账号', en: 'CNY account' },
  { field: 'accountUSD', zh: '美元账号', en: 'USD account' },
  { field: 'swift', zh: 'SWIFT 代码', en: 'SWIFT code' },
]
const partyOf = (particulars: Particulars) => LABELS.map(({ field, zh, en }) => ({ zh, en, value: particulars[field] }))

const pageOf = ({
  contractNo,
  version,
  currency,
  buyer,
  seller,
  lots,
  total,
  targetPort,
  note,
  clauses,
}: ContractContent) => ({
  no: contractNo,
  version,
  currency,
  buyer: partyOf(buyer),
  seller: partyOf(seller),
  'buyer-name': buyer.companyName,
  'seller-name': seller.companyName,
  lots: lots.map((lot) => ({
    no: lot.lotNumber ?? lot.lotNo,
    name: lot.name,
    goods: goodsOf(lot),
    session: lot.session,
    hammer: minute(Date.parse(lot.deal.at)),
    record: lot.deal.seq,
    clause: lot.tradeClause,
    from: lot.departurePort,
    to: lot.arrivalPort,
    day: lot.deliveryDate,
    place: lot.deliveryPlace,
    payment: lot.paymentTerms,
    quantity: grouped(lot.quantity),
    unit: UNIT[lot.unit],
    price: grouped(lot.price),
    amount: grouped(lot.amount),
  })),
  total: grouped(total),
  port: targetPort,
  note,
  clauses: { zh: blocksOf(clauses.zh), en: blocksOf(clauses.en) },
})

interface Goods {
  readonly species: Both
  readonly origin: Both
  readonly grade: Both
  readonly specification: Both
  readonly humidity: string
}
/** The timber in both languages, one line each; then its size and its moisture. */
export function goodsOf({ species, origin, grade, specification, humidity }: Goods): readonly string[] {
  const line = (of: keyof Both) => [species, origin, grade].flatMap((term) => term[of] || []).join(' · ')
  const moisture = humidity === '' ? [] : [`含水率 Moisture content ${moistureShown(humidity)}`]
  return [...new Set([line('zh'), line('en'), specification.zh, ...moisture])]
}

const attachmentsOf = ({ contractNo, version }: ContractContent, hash: string): readonly Both[] => [
  {
    zh: `content.json（内嵌于本文件）：${contractNo} 第 ${version} 版的签署内容，SHA-256 为 ${hash}。`,
    en: `content.json (inside this file): the content of ${contractNo}, version ${version}, that is signed; its SHA-256 is ${hash}.`,
  },
  {
    zh: 'signatures.json（内嵌于本文件）：双方签名及其所签版本的哈希值。',
    en: 'signatures.json (inside this file): the signatures, and the hash that each of them signs.',
  },
  {
    zh: '场次日志中的成交记录，序号见货物表。',
    en: 'Records of the deals in the sessions’ logs, by the numbers in the table of goods.',
  },
  {
    zh: '签署证据（签署人、同意文字、版本哈希、时间、网络地址、设备），双方均可在平台导出。',
    en: 'Evidence of the signatures (signer, words of consent, version hash, time, network address, device), which either party exports from the platform.',
  },
]

const outcomeOf = ({ act, at, reason }: ContractAct): Both =>
  act === 'verified'
    ? {
        zh: `平台已于 ${moment(at)} 审核，本合同生效。`,
        en: `Verified by the platform at ${moment(at)}: this contract is in force.`,
      }
    : { zh: `本合同已于 ${moment(at)} 终止：${reason ?? ''}`, en: `Terminated at ${moment(at)}: ${reason ?? ''}` }
