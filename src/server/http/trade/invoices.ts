import * as calls from '../../../contract/calls/index.ts'
import { dayOf } from '../../../domain/trade/money.ts'
import type { ContractActor } from '../../../domain/trade/contract.ts'
import { refuseDeciding, refuseWithdrawing } from '../../../domain/trade/invoice.ts'
import type { Person } from '../../auth/caller.ts'
import { may, RECORD_PAYMENTS, VERIFY_CONTRACTS } from '../../auth/permissions.ts'
import { contractById, versionOf } from '../../store/contracts.ts'
import { lastAddressee } from '../../store/invoices.ts'
import type { Db } from '../../store/open.ts'
import { askInvoice, decideOnInvoice, invoicingOf, openFor, seesInvoice } from '../../trade/invoices.ts'
import { data, done, missing, refuse } from '../answer.ts'
import { signedIn } from '../route.ts'

interface Needs {
  readonly db: Db
  readonly newId: () => string
}

/** `platform`: reads all; issues for the platform only with the permission to record payments as well. */
const actorOf = (person: Person, acts: boolean): ContractActor => ({
  account: person.id,
  company: person.companyId,
  platform: may(person, VERIFY_CONTRACTS) && (!acts || may(person, RECORD_PAYMENTS)),
})

/** Requests for invoices of received payments. */
export function invoiceRoutes({ db, newId }: Needs) {
  async function readable(id: string, person: Person) {
    const row = await contractById(db, id)
    const { company, platform } = actorOf(person, false)
    return row && (platform || company === row.buyerCompanyId || company === row.sellerCompanyId) ? row : null
  }
  async function decide(
    person: Person,
    contractId: string,
    rest: Omit<Parameters<typeof decideOnInvoice>[1], 'contractId' | 'actor'>,
  ) {
    if (!(await readable(contractId, person))) return missing()
    const decided = await decideOnInvoice(db, { contractId, actor: actorOf(person, true), ...rest })
    return decided === 'done' ? done : decided === 'missing' ? missing() : refuse(decided)
  }

  return {
    contractInvoices: signedIn(calls.contractInvoices, async ({ params, at }, { person }) => {
      const row = await readable(params.contractId, person)
      if (!row) return missing()
      const about = await invoicingOf(db, row)
      const actor = actorOf(person, true)
      const open = person.status === 0 ? [] : openFor(about, person.companyId)
      const isSuspended = person.status === 0
      return data({
        currency: row.currency,
        invoices: about.requests
          .filter((one) => seesInvoice(about, one, actorOf(person, false)))
          .map((one) => ({
            invoiceId: one.id,
            subject: one.subject,
            kind: one.kind,
            amount: one.amount,
            ...one.addressee,
            state: one.state,
            number: one.number,
            day: one.day,
            reason: one.reason,
            at: one.at,
            decidedAt: one.decidedAt,
            may: isSuspended
              ? []
              : [
                  ...(refuseDeciding(about, one, actor) ? [] : (['issue', 'decline'] as const)),
                  ...(refuseWithdrawing(about, one, actor) ? [] : (['withdraw'] as const)),
                ],
          })),
        open,
        addressee: open.length === 0 || person.companyId === null ? null : await addressee(person.companyId, row),
        today: dayOf(at),
      })
    }),

    invoiceAsk: signedIn(calls.invoiceAsk, async ({ body, at, onceKey }, { person }) => {
      const { contractId, subject, kind, amount, ...made } = body
      if (!(await readable(contractId, person))) return missing()
      const asked = await askInvoice(db, {
        contractId,
        actor: actorOf(person, true),
        at,
        id: newId(),
        subject,
        kind,
        amount,
        addressee: made,
        onceKey,
      })
      return asked === 'done' ? done : asked === 'missing' ? missing() : refuse(asked)
    }),

    invoiceWithdraw: signedIn(calls.invoiceWithdraw, ({ body: { contractId, invoiceId }, at }, { person }) =>
      decide(person, contractId, { invoiceId, at, decision: { type: 'withdraw' } }),
    ),
    invoiceIssue: signedIn(calls.invoiceIssue, ({ body: { contractId, invoiceId, number, day }, at }, { person }) =>
      decide(person, contractId, { invoiceId, at, decision: { type: 'issue', number, day } }),
    ),
    invoiceDecline: signedIn(calls.invoiceDecline, ({ body: { contractId, invoiceId, reason }, at }, { person }) =>
      decide(person, contractId, { invoiceId, at, decision: { type: 'decline', reason } }),
    ),
  }

  /** The addressee of the company's last invoice, or its particulars in the contract. */
  async function addressee(companyId: string, row: NonNullable<Awaited<ReturnType<typeof contractById>>>) {
    const last = await lastAddressee(db, companyId)
    if (last) return last
    const { content } = await versionOf(db, row)
    const own = companyId === row.buyerCompanyId ? content.buyer : content.seller
    return {
      title: own.companyName,
      taxNumber: own.creditCode,
      address: own.address,
      phone: own.phone,
      bankName: own.bankName,
      bankAccount: own.accountCNY,
      email: own.email,
    }
  }
}
