import { lotNumber } from '../../../domain/lot-number.ts'
import * as calls from '../../../contract/calls/index.ts'
import { open, verifyChain, verifyOpenings } from '../../../domain/log.ts'
import { receiptBody } from '../../../domain/receipt.ts'
import { formatMilli } from '../../../domain/units.ts'
import type { Caller, Person } from '../../auth/caller.ts'
import { may, VERIFY_CONTRACTS } from '../../auth/permissions.ts'
import { bidderCompany } from '../../auth/standing.ts'
import { agreementPaper } from '../../documents/agreement-paper.ts'
import { cataloguePaper } from '../../documents/catalogue-paper.ts'
import { contractPaper } from '../../documents/contract-paper.ts'
import { inEach } from '../../documents/document.ts'
import type { Printable } from '../../documents/document.ts'
import { sha256 } from '../../room/hashing.ts'
import { receiptPaper } from '../../documents/receipt-paper.ts'
import type { Rooms } from '../../ports.ts'
import type { Signer } from '../../receipt.ts'
import { accountById } from '../../store/accounts.ts'
import { agreementOf } from '../../store/agreements.ts'
import { actsOf, contractById, versionsOf } from '../../store/contracts.ts'
import type { Log } from '../../store/log.ts'
import type { Db } from '../../store/open.ts'
import { findSession } from '../../store/schedules.ts'
import { agreementHash } from '../../company/agreement.ts'
import { hashOf } from '../../trade/content.ts'
import { CODE } from '../../../contract/codes.ts'
import { fail, missing, refuse } from '../answer.ts'
import { bidHistory } from '../bidding/history.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { specification } from '../../../contract/sizes.ts'
import { nameOf } from '../catalogue/names.ts'
import { companyNames } from '../company-names.ts'
import { fileRoute } from './route.ts'
import type { FileAnswer } from './route.ts'

export interface PapersNeeds {
  readonly db: Db
  readonly log: Pick<Log, 'readTail'>
  readonly rooms: Rooms
  readonly catalogue: Catalogue
  readonly signer: Pick<Signer, 'sign' | 'seal'>
}

/** Larger catalogues are refused, since they would delay all other documents. */
const MOST_LOTS = 1_000

const personOf = (caller: Caller | null): Person => {
  if (!caller) throw new Error('a document was reached without its token')
  return caller.person
}
const damaged = () => fail(CODE.failed, 'document.damaged')

/** Documents as PDF, with the data of the screens. */
export const papersOf = (
  { db, log, rooms, catalogue, signer }: PapersNeeds,
  print: (paper: Printable) => Promise<FileAnswer>,
) => ({
  contractFile: fileRoute(calls.contractFile, async ({ params, query }, caller) => {
    const person = personOf(caller)
    const row = await contractById(db, params.contractId)
    const own = row && [row.buyerCompanyId, row.sellerCompanyId].some((id) => id === person.companyId)
    if (!row || !(own || may(person, VERIFY_CONTRACTS))) return missing()
    const [versions, acts] = await Promise.all([versionsOf(db, row.id), actsOf(db, row.id)])
    const wanted = query?.version ?? row.version
    const version = versions.find((one) => one.version === wanted)
    if (!version) return missing()
    // A stored content that differs from its signed hash is not printed.
    if (hashOf(version.content) !== version.hash) return damaged()
    return print(
      contractPaper({ row, version, next: versions.find((one) => one.version === wanted + 1) ?? null, acts }),
    )
  }),

  agreementFile: fileRoute(calls.agreementFile, async (_given, caller) => {
    const member = await accountById(db, personOf(caller).id)
    const agreement = member?.company ? await agreementOf(db, member.company.id) : null
    if (!member?.company || !agreement) return missing()
    if (agreementHash(agreement.textZh, agreement.textEn) !== agreement.hash) return damaged()
    return print(agreementPaper(agreement, agreement.evidence?.['company'] ?? member.company.nameZh))
  }),

  receiptFile: fileRoute(calls.receiptFile, async ({ params: { scheduleTimelineId: id, seq } }, caller) => {
    const person = personOf(caller)
    const [session, state, tail] = await Promise.all([
      findSession(db, id),
      rooms.state(id),
      log.readTail(id, seq - 2, 2),
    ])
    const placed = tail.at(-1)
    if (!session || !state || placed?.entry.seq !== seq || placed.entry.type !== 'bid') return missing()
    // The receipt is signed anew from the log, so the log must be intact here.
    const whole = verifyChain(
      tail.map(({ entry }) => entry),
      sha256,
    )
    if (!whole.ok || verifyOpenings(placed.entry, placed.openings ?? {}, sha256) !== null) return damaged()
    const bid = open(placed.entry, placed.openings)
    const company = bidderCompany(person, state.practice)
    // Other companies' bids and bids placed by a ceiling have no receipt here.
    if (bid.type !== 'bid' || bid.origin?.auto === true || company === null) return missing()
    if (state.bidders[bid.number]?.company !== company) return missing()
    const [receipt] = signer.sign([receiptBody(bid, placed.entry.hash, { ...state, epoch: placed.entry.epoch })])
    const found = await catalogue.row(bid.lot)
    const lot = state.lots.get(bid.lot)
    if (!receipt || !found || !lot) return missing()
    const [terms, bids, names] = await Promise.all([
      catalogue.terms(),
      bidHistory(db, { timelineId: id, lot: bid.lot, upTo: state.seq }),
      companyNames(db, [company], 'zh'),
    ])
    const both = (kind: Parameters<typeof nameOf>[1], code: string) =>
      inEach((locale) => nameOf(terms, kind, code, locale))
    const size = specification(found)
    return print(
      receiptPaper({
        receipt,
        company: names(company) ?? '',
        session: { zh: session.schedule.nameZh, en: session.schedule.nameEn },
        lotNo: lotNumber(lot.position, lot.lot, state.lots.rootOf(lot.lot)),
        lot: { zh: found.nameZh, en: found.nameEn },
        timber: {
          species: both('species', found.species),
          origin: both('origin', found.origin),
          grade: both('grade', found.grade),
          specification: { zh: size, en: size },
          humidity: found.humidity,
        },
        quantity: formatMilli(lot.quantity),
        unit: lot.unit,
        struck: bids.some((one) => one.seq === seq && one.struck),
      }),
    )
  }),

  catalogueFile: fileRoute(calls.catalogueFile, async ({ query }, caller) => {
    if (!caller) throw new Error('a catalogue was reached without its token')
    const opened = await catalogue.open(caller, query.scheduleTimelineId)
    if (opened.kind === 'failed') return opened
    const { rows, total } = await catalogue.page(opened, {}, null, { offset: 0, limit: MOST_LOTS })
    if (total > MOST_LOTS) return refuse('document.too_long')
    return print(cataloguePaper(opened.session, rows, await catalogue.terms()))
  }),
})
