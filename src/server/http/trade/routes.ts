import { shownNetwork } from '../../auth/network.ts'
import * as calls from '../../../contract/calls/index.ts'
import { rangeOf } from '../../../contract/dayRange.ts'
import { CODE } from '../../../contract/codes.ts'
import { may, RECORD_PAYMENTS } from '../../auth/permissions.ts'
import type { Person, SellerCaller } from '../../auth/caller.ts'
import type { ContractCommand } from '../../../domain/trade/contract.ts'
import type { LotId } from '../../../domain/lot.ts'
import { decideContract, isContractRefusal, partyOf } from '../../../domain/trade/decide.ts'
import { amountNow } from '../../../domain/trade/corrections.ts'
import { dayOf, sees } from '../../../domain/trade/money.ts'
import type { PaymentTerms } from '../../../domain/trade/money.ts'
import { sealedFor } from '../../../contract/sealedFor.ts'
import { texts } from '../../../texts/messages.ts'
import { translator } from '../../i18n.ts'
import type { Clock, Rooms } from '../../ports.ts'
import { accountsById } from '../../store/accounts.ts'
import {
  actsOf,
  contractById,
  coversOf,
  findContracts,
  openContractLists,
  versionOf,
  versionsOf,
  terminatedContracts,
} from '../../store/contracts.ts'
import type { ContractRow } from '../../store/contracts.ts'
import type { Envelopes } from '../../secrets/envelopes.ts'
import { resultOfForm } from '../../store/sentForms.ts'
import type { Db } from '../../store/open.ts'
import { openOrderList, ordersWithLots } from '../../store/orders.ts'
import { slice } from '../../store/page.ts'
import type { Terms } from '../../store/terms.ts'
import {
  actOnContract,
  contractOf,
  makeContract,
  particularsOf,
  reviseContract,
  signaturesIn,
} from '../../trade/contracts.ts'
import { owedUnder, standingsOf } from '../../trade/payments.ts'
import { data, done, fail, missing, refuse, rows } from '../answer.ts'
import type { Done, Failure } from '../answer.ts'
import { companyNames } from '../company-names.ts'
import type { Report } from '../reports.ts'
import { signedIn } from '../route.ts'
import { openPassword } from '../sign-in/sealed.ts'
import { confirmPassword } from '../sign-in/sign-in.ts'
import type { SignInNeeds } from '../sign-in/sign-in.ts'
import { actorOf, recordsPayments } from './recording.ts'
import { contractRow, orderRow } from './rows.ts'

interface Needs extends SignInNeeds {
  readonly db: Db
  readonly report: Report
  readonly envelopes: Envelopes
  readonly rooms: Rooms
  readonly clock: Clock
  readonly newId: () => string
  readonly terms: () => Promise<Terms>
  readonly paymentTerms: () => Promise<PaymentTerms>
}

/** Won and sold lots, and the contracts made of them. */
export function tradeRoutes({ db, report, envelopes, rooms, clock, newId, terms, paymentTerms, ...signing }: Needs) {
  const listOrders = openOrderList(db, () => clock.now())
  const contracts = openContractLists(db, () => clock.now())

  /** The contract, if the caller may read it; `null` also for other companies' contracts. */
  async function readable(id: string, person: Person): Promise<ContractRow | null> {
    const row = await contractById(db, id)
    if (!row) return null
    const actor = actorOf(person)
    return actor.platform || partyOf({ buyer: row.buyerCompanyId, seller: row.sellerCompanyId }, actor) ? row : null
  }

  /** Delivery dates from the rooms, since a seller may have changed one. */
  async function deliveries(lots: readonly LotId[]): Promise<(lot: LotId) => string | null> {
    const orders = await ordersWithLots(db, lots)
    const states = await Promise.all(
      [...new Set(orders.map(({ order }) => order.timelineId))].map(async (id) => await rooms.state(id)),
    )
    return (lot) => {
      for (const state of states) {
        const found = state?.lots.get(lot)
        if (found) return found.deliveryDate
      }
      return null
    }
  }

  async function act(
    id: string,
    command: Exclude<ContractCommand, { readonly type: 'revise' }>,
    { person }: SellerCaller,
    { at, onceKey = null }: Pick<Parameters<typeof actOnContract>[1], 'at' | 'onceKey'>,
    signature?: Parameters<typeof actOnContract>[1]['signature'],
  ): Promise<Done | Failure> {
    if (!(await readable(id, person))) return missing()
    const decided = await actOnContract(db, {
      id,
      command,
      actor: actorOf(person),
      at,
      onceKey,
      ...(signature && { signature, paymentTerms: await paymentTerms() }),
    })
    return decided === 'done' ? done : refuse(decided)
  }

  return {
    orderList: signedIn(calls.orderList, async ({ query, locale }, { person }) => {
      if (person.companyId === null) return rows([])
      const { side, state } = query
      const [found, names] = await Promise.all([
        listOrders({ side, state, companyId: person.companyId, ...slice(query) }),
        terms(),
      ])
      const others = found.rows.map(({ order }) => (side === 'buyer' ? order.sellerCompanyId : order.companyId))
      const [nameOfCompany, terminated] = await Promise.all([
        companyNames(db, others, locale),
        terminatedContracts(
          db,
          found.rows.flatMap(({ order }) => (order.contractId === null ? [order] : [])),
        ),
      ])
      return rows(
        found.rows.map((row) => orderRow(row, side, locale, names, nameOfCompany, terminated)),
        found.total,
      )
    }),

    contractList: signedIn(calls.contractList, async ({ query }, { person }) => {
      const { companyId } = person
      if (companyId === null) return rows([])
      const { side, status, mine } = query
      const found = await contracts.own({ companyId, side, status, mine, ...slice(query), ...rangeOf(query) })
      const covers = await coversOf(db, found.rows)
      return rows(
        found.rows.flatMap((row) => {
          const cover = covers.get(row.id)
          return cover ? [contractRow(row, row.buyerCompanyId === companyId ? 'buyer' : 'seller', cover)] : []
        }),
        found.total,
      )
    }),

    contractReviewList: signedIn(calls.contractReviewList, async ({ query, address }, caller) => {
      const { status, keyword } = query
      const asked = { ...slice(query), ...rangeOf(query) }
      const found =
        keyword === undefined || keyword === ''
          ? await contracts.review({ status, ...asked })
          : await report(caller, { address }, (reports) => findContracts(reports, { status, keyword, ...asked }))
      const covers = await coversOf(db, found.rows)
      return rows(
        found.rows.flatMap((row) => {
          const cover = covers.get(row.id)
          return cover ? [contractRow(row, null, cover)] : []
        }),
        found.total,
      )
    }),

    contractInfo: signedIn(calls.contractInfo, async ({ params }, { person }) => {
      const row = await readable(params.contractId, person)
      if (!row) return missing()
      const actor = actorOf(person)
      const [contract, acts, version, covers] = await Promise.all([
        contractOf(db, row),
        actsOf(db, row.id),
        versionOf(db, row),
        coversOf(db, [row]),
      ])
      const people = await accountsById(db, [
        ...new Set(acts.flatMap(({ accountId }) => (accountId === null ? [] : [accountId]))),
      ])
      const nameById = new Map(people.map(({ account }) => [account.id, account.name]))
      const cover = covers.get(row.id)
      if (!cover) return missing()
      const side = partyOf(contract, actor)
      const { hash } = contract
      const possible: readonly ContractCommand[] = [
        { type: 'revise', hash, next: hash },
        { type: 'sign', hash },
        { type: 'return', hash, reason: '' },
        { type: 'terminate', hash, reason: '' },
        { type: 'verify', hash },
      ]
      return data({
        ...contractRow(row, side, cover),
        buyerId: row.buyerCompanyId,
        sellerId: row.sellerCompanyId,
        hash,
        content: version.content,
        signatures: signaturesIn(acts).flatMap((one) =>
          one.mark === null
            ? []
            : [
                {
                  by: one.by === 'seller' ? ('seller' as const) : ('buyer' as const),
                  name: (one.accountId !== null && nameById.get(one.accountId)) || '',
                  at: one.at,
                  version: one.version,
                  hash,
                  mark: one.mark,
                },
              ],
        ),
        history: acts.map(({ act: what, by, accountId, at, version: of, reason }) => ({
          act: what,
          by,
          name: accountId === null || (by === 'platform' && !actor.platform) ? null : (nameById.get(accountId) ?? null),
          at,
          version: of,
          reason,
        })),
        may: possible
          .filter((command) => person.status !== 0 && !isContractRefusal(decideContract(contract, command, actor)))
          .flatMap(({ type }) => (type === 'dealCancelled' ? [] : [type])),
        passwordKey: envelopes.publicKey(),
      })
    }),

    contractEvidence: signedIn(calls.contractEvidence, async ({ params }, { person }) => {
      const row = await readable(params.contractId, person)
      if (!row) return missing()
      const [versions, acts] = await Promise.all([versionsOf(db, row.id), actsOf(db, row.id)])
      const actor = actorOf(person)
      const side = partyOf({ buyer: row.buyerCompanyId, seller: row.sellerCompanyId }, actor)
      return data({
        contractNo: row.contractNo,
        hashing: 'SHA-256 of RFC 8785 canonical JSON',
        versions: versions.map(({ version, hash, madeAt, content }) => ({ version, hash, madeAt, content })),
        acts: acts.map(({ act: what, by, at, version, reason, mark, evidence }) => ({
          act: what,
          by,
          at,
          version,
          reason,
          mark,
          evidence: evidence && evidenceFor(evidence, side === by || (side === null && actor.platform)),
        })),
      })
    }),

    contractPayments: signedIn(calls.contractPayments, async ({ params, at }, { person }) => {
      const row = await readable(params.contractId, person)
      if (!row) return missing()
      const actor = actorOf(person)
      const side = partyOf({ buyer: row.buyerCompanyId, seller: row.sellerCompanyId }, actor)
      const today = dayOf(at)
      const owed = await owedUnder(db, row)
      const claims = standingsOf(owed, today).filter((one) => sees(side, one))
      const people = side === null ? await accountsById(db, [...new Set(owed.entries.map((one) => one.accountId))]) : []
      const nameById = new Map(people.map(({ account }) => [account.id, account.name]))
      return data({
        currency: row.currency,
        claims: claims.map(({ released: _released, ...one }) => one),
        entries: owed.entries
          .filter((entry) => claims.some(({ claim }) => claim === entry.claim))
          .map(({ contractId: _contract, accountId, paidCurrency, paidAmount, rate, ...entry }) => ({
            ...entry,
            amountNow: amountNow(owed.entries, entry),
            paid:
              paidCurrency === null || paidAmount === null || rate === null
                ? null
                : { currency: paidCurrency, amount: paidAmount, rate },
            name: nameById.get(accountId) ?? null,
          })),
        today,
        mayRecord: side === null && may(person, RECORD_PAYMENTS) && claims.length > 0,
      })
    }),

    paymentRecord: signedIn(calls.paymentRecord, async (given, { person }) =>
      (await readable(given.body.contractId, person))
        ? recordsPayments({ db })({ ...given, person, names: [] })
        : missing(),
    ),

    particularsInfo: signedIn(calls.particularsInfo, async (_given, { person }) =>
      person.companyId === null
        ? missing('catalogue.not_certified')
        : data(await particularsOf(db, person.companyId, person.id)),
    ),

    contractMake: signedIn(calls.contractMake, async ({ body, at, onceKey, note: record }, { person }) => {
      if (person.companyId === null || person.status !== 4) return fail(CODE.forbidden, 'catalogue.not_certified')
      const { contractObjectIds: lots, particulars, targetPort, note } = body
      const made = await makeContract(db, {
        id: newId(),
        buyer: person.companyId,
        account: person.id,
        lots,
        particulars,
        targetPort,
        note,
        onceKey,
        at,
        terms: await terms(),
        deliveryOf: await deliveries(lots),
      })
      if (typeof made === 'string') return refuse(made)
      record({ subjectId: made.id })
      return data({ contractId: made.id })
    }),

    contractRevise: signedIn(calls.contractRevise, async ({ body, at }, { person }) => {
      const { contractId: id, hash, particulars, contractObjectIds: lots, targetPort, note } = body
      const row = await readable(id, person)
      if (!row) return missing()
      const { content } = await versionOf(db, row)
      const revised = await reviseContract(db, {
        id,
        hash,
        actor: actorOf(person),
        particulars,
        lots,
        targetPort,
        note,
        at,
        terms: await terms(),
        deliveryOf: await deliveries(lots ?? content.lots.map((one) => one.contractObjectId)),
      })
      return revised === 'done' ? done : refuse(revised)
    }),

    contractSign: signedIn(calls.contractSign, async ({ body, ...about }, caller) => {
      const { person } = caller
      const { contractId: id, hash, password, mark } = body
      const row = await readable(id, person)
      const actor = actorOf(person)
      const party = row && partyOf({ buyer: row.buyerCompanyId, seller: row.sellerCompanyId }, actor)
      if (!row || !party) return row ? refuse('contract.not_party') : missing()
      const { at, from, device, locale, onceKey } = about
      // Decided before the password is asked for, so that a refused signature does not use up an attempt.
      const decided = decideContract(await contractOf(db, row), { type: 'sign', hash }, actor)
      if (isContractRefusal(decided)) {
        // The signature's answer was lost: its key returns the signature made, whatever happened to the contract since.
        const before = onceKey === null ? null : await resultOfForm(db, person.id, onceKey)
        return before === null ? refuse(decided) : done
      }
      const opened = openPassword(envelopes, password, sealedFor('contractSign', hash), at)
      if (opened === null) return refuse('account.password_again')
      const unsure = await confirmPassword({ db, ...signing }, person, opened.password, about)
      if (unsure) return unsure
      // The company's name in this version: the consent is stored in the words shown beside the checkbox.
      const { content } = await versionOf(db, row)
      const company = content[party].companyName
      return act(
        id,
        { type: 'sign', hash },
        caller,
        { at, onceKey },
        {
          mark,
          evidence: ({ contractNo, version }) => ({
            accountId: person.id,
            name: person.name,
            companyId: party === 'buyer' ? row.buyerCompanyId : row.sellerCompanyId,
            company,
            consent: translator(locale)(texts.contractConsent, { version: String(version), contractNo, company }),
            locale,
            contractNo,
            version: String(version),
            hash,
            at: new Date(at).toISOString(),
            address: from.address,
            device,
            ...(opened.pressedAt !== null && { pressedAt: opened.pressedAt }),
          }),
        },
      )
    }),

    contractReturn: signedIn(calls.contractReturn, ({ body: { contractId, hash, reason }, at }, caller) =>
      act(contractId, { type: 'return', hash, reason }, caller, { at }),
    ),
    contractTerminate: signedIn(calls.contractTerminate, ({ body: { contractId, hash, reason }, at }, caller) =>
      act(contractId, { type: 'terminate', hash, reason }, caller, { at }),
    ),
    contractVerify: signedIn(calls.contractVerify, ({ body: { contractId, hash }, at }, caller) =>
      act(contractId, { type: 'verify', hash }, caller, { at }),
    ),
  }
}

/** Evidence of a signature without the login name, and for the other party with the network of the address alone. */
function evidenceFor({ account: _login, ...evidence }: Record<string, string>, whole: boolean): Record<string, string> {
  const { address } = evidence
  return whole || address === undefined ? evidence : { ...evidence, address: shownNetwork(address) }
}
