import * as z from 'zod'
import { Corrects, ExchangeRate, ToldApart } from '../bank-line.ts'
import { CLAIMS, ENTRY_KINDS } from '../../domain/trade/money.ts'
import { call } from '../call.ts'
import { ContractParticulars } from '../people.ts'
import { PasswordKey, SigningPassword } from '../sealed.ts'
import { dayRange, Currency, Day, Id, Key, Keyword, Money, Page, Quantity, Text, Time, Unit } from '../scalars.ts'
import { Verdict } from '../verdict.ts'
import { wire } from '../wire.ts'

// After a sale: won and sold lots, and the contracts that are made of them. Rules: `domain/trade/TRADE.md`.

const Side = z.enum(['buyer', 'seller'])
/**
 * 0 waiting for the buyer to sign, 1 waiting for the seller to sign, 2 the platform verifies, 3 signing complete, 4 signing terminated (spec
 * §3).
 */
export const ContractStatus = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
const StatusAsked = z.codec(z.literal(['0', '1', '2', '3', '4']), ContractStatus, {
  decode: (digit) => Number(digit) as z.output<typeof ContractStatus>,
  encode: (status) => `${status}` as const,
})
/** `unsigned`: in no contract yet; `contract`: in an incomplete contract; `complete`: in a complete one. */
export const OrderState = z.enum(['unsigned', 'contract', 'complete', 'held', 'cancelled'])

export const OrderRow = z.object({
  contractObjectId: Id,
  scheduleTimelineId: Id,
  scheduleName: z.string(),
  lotNo: z.number().int(),
  /** As it is shown: `2`, or `2-1` for a part of lot 2 (split off by a partial deal). Older releases leave it out. */
  lotNumber: z.string().optional(),
  name: z.string(),
  species: z.string(),
  specification: z.string(),
  thumbnail: z.string().nullable(),
  placeholder: z.string().nullable(),
  tradeClause: z.string(),
  arrivalPort: z.string(),
  /** The caller's company's side. */ side: Side,
  state: OrderState,
  /** The counterparty. */ companyId: Id,
  companyName: z.string(),
  biddingNumber: z.number().int(),
  price: Money,
  quantity: Quantity,
  unit: Unit,
  currency: Currency,
  amount: Money,
  /** Time of the hammer. */ at: Time,
  /** Both parties sign a contract by this time. */ signBy: Time,
  /** Reason of a cancellation. */ reason: z.string().nullable(),
  contractId: Id.nullable(),
  contractNo: z.string().nullable(),
  /**
   * While the deal is in no contract: the contract that it was in last, which was terminated. null: none. Older releases leave
   * it out.
   */
  terminated: z.object({ contractId: Id, contractNo: z.string() }).nullable().optional(),
})

export const orderList = call({
  ...wire.orderList,
  about: 'Lots that one’s own company won (`side=buyer`) or sold (`side=seller`), newest first.',
  query: Page.extend({ side: Side.default('buyer'), state: OrderState.optional() }),
  rows: OrderRow,
})

/** A deal that waits for the yes of the caller’s company. */
const AskedDeal = z.object({
  contractObjectId: Id,
  scheduleTimelineId: Id,
  scheduleName: z.string(),
  /** As it is shown: `2`, or `2-1` for a part of lot 2. */
  lotNumber: z.string(),
  name: z.string(),
  /** `bidder`: the lot is offered to the company at its own last bid; `seller`: the company may give it below its reserve. */
  asks: z.enum(['seller', 'bidder']),
  price: Money,
  currency: Currency,
  unit: Unit,
  quantity: Quantity,
  amount: Money,
  /** No answer by then is a no. */ until: Time,
})
export const dealAskedList = call({
  ...wire.dealAskedList,
  about: 'Deals that wait for the yes of one’s own company, in all its sales, sealed ones too; the nearest end first.',
  rows: AskedDeal,
})
export const dealAnswer = call({
  ...wire.dealAnswer,
  about:
    'Say yes or no to a deal that waits for one’s own company, without entering its room; a yes is a deal at once. Sent again under its `bidKey`, it gets the first answer.',
  body: z.strictObject({ scheduleTimelineId: Id, contractObjectId: Id, yes: z.boolean(), bidKey: Key }),
  data: Verdict,
})

/** A text in both languages; a signature covers both. */
const Both = z.object({ zh: z.string(), en: z.string() })
export const Particulars = z.object({
  funder: z.string(),
  companyName: z.string(),
  address: z.string(),
  creditCode: z.string(),
  contacts: z.string(),
  phone: z.string(),
  email: z.string(),
  bankName: z.string(),
  bankAddress: z.string(),
  accountCNY: z.string(),
  accountUSD: z.string(),
  swift: z.string(),
})
export type Particulars = z.infer<typeof Particulars>

/** Amounts and times are texts, because the hash is over the texts. */
const ContractLot = z.object({
  contractObjectId: Id,
  scheduleTimelineId: Id,
  session: Both,
  lotNo: z.number().int(),
  /** As it is shown, `2-1` for a part of lot 2. Versions from before it was added lack it. */
  lotNumber: z.string().optional(),
  name: Both,
  species: Both,
  origin: Both,
  grade: Both,
  specification: Both,
  humidity: z.string(),
  /** Thousandths of the unit as a decimal text. */ quantity: z.string(),
  unit: Unit,
  price: z.string(),
  amount: z.string(),
  /** Incoterms 2020 and its port. */ tradeClause: z.string(),
  departurePort: Both,
  arrivalPort: Both,
  deliveryPlace: Both,
  deliveryDate: Day,
  paymentTerms: Both,
  /** The log entry of the deal that the contract rests on. */ deal: z.object({
    seq: z.number().int(),
    at: z.iso.datetime(),
  }),
})
export type ContractLot = z.infer<typeof ContractLot>
/** The content of a version. Its hash is the SHA-256 (hex) of its canonical JSON (RFC 8785) as it is sent. */
export const ContractContent = z.object({
  contractNo: z.string(),
  version: z.number().int(),
  currency: Currency,
  buyer: Particulars,
  seller: Particulars,
  lots: z.array(ContractLot),
  total: z.string(),
  targetPort: z.string(),
  note: z.string(),
  /** Markdown */ clauses: Both,
})
export type ContractContent = z.infer<typeof ContractContent>

const ContractRow = z.object({
  contractId: Id,
  contractNo: z.string(),
  status: ContractStatus,
  version: z.number().int(),
  /** The caller's company's side; null: the platform's reader. */ side: Side.nullable(),
  buyerName: z.string(),
  sellerName: z.string(),
  currency: Currency,
  amount: Money,
  lotCount: z.number().int(),
  createdAt: Time,
  changedAt: Time,
  /** The next step is the caller's. */ mine: z.boolean(),
  /** One of its deals is on hold, so neither party signs. */ onHold: z.boolean(),
})

export const contractList = call({
  ...wire.contractList,
  about: 'Contracts of one’s own company, changed last first. `mine`: only those whose next step is its own.',
  query: Page.extend({
    side: Side.optional(),
    status: StatusAsked.optional(),
    mine: z.stringbool().optional(),
    ...dayRange,
  }),
  rows: ContractRow,
})
export const contractReviewList = call({
  ...wire.contractReviewList,
  about: 'Contracts of all companies, those to be verified first. Permission `trade:contract:verify`.',
  query: Page.extend({ status: StatusAsked.optional(), keyword: Keyword.optional(), ...dayRange }),
  rows: ContractRow,
})

const Mark = z.discriminatedUnion('kind', [
  /** The signer's name, typed. */
  z.strictObject({ kind: z.literal('typed'), name: Text.trim().min(1).max(60) }),
  /** Strokes separated by `;`, each of points `x,y` separated by spaces, in whole units of a field of 600 × 200. */
  z.strictObject({
    kind: z.literal('drawn'),
    strokes: z
      .string()
      .max(24_000)
      .regex(/^\d{1,3},\d{1,3}(?:[ ;]\d{1,3},\d{1,3}){7,}$/),
  }),
])
export type SignatureMark = z.infer<typeof Mark>

const ContractAct = z.enum(['made', 'revised', 'signed', 'returned', 'verified', 'terminated'])
/** `room`: the sale's room, which cancelled a deal. */
const By = z.enum(['buyer', 'seller', 'platform', 'room'])
export const contractInfo = call({
  ...wire.contractInfo,
  about:
    'One contract: of one’s own company, or of any with permission `trade:contract:verify`. `may` names what the caller can do now.',
  params: z.object({ contractId: Id }),
  data: ContractRow.extend({
    /** Ids of the parties' companies. */
    buyerId: Id,
    sellerId: Id,
    hash: z.string(),
    content: ContractContent,
    signatures: z.array(
      z.object({
        by: Side,
        name: z.string(),
        at: Time,
        version: z.number().int(),
        hash: z.string(),
        mark: Mark,
      }),
    ),
    /** Oldest first. */
    history: z.array(
      z.object({
        act: ContractAct,
        by: By,
        /** The actor's name; null: the room, or to a party the platform's people. */ name: z.string().nullable(),
        at: Time,
        version: z.number().int(),
        reason: z.string().nullable(),
      }),
    ),
    may: z.array(z.enum(['revise', 'sign', 'return', 'terminate', 'verify'])),
    /** The key that the device seals the password to while the signature waits for a link. */
    passwordKey: PasswordKey,
  }),
})
export const contractEvidence = call({
  ...wire.contractEvidence,
  about:
    'The evidence of a contract, to be kept as a file: every version with its hash, every act, and of each signature who, consent text, hash, time, address and device. For its parties and with permission `trade:contract:verify`.',
  params: z.object({ contractId: Id }),
  data: z.object({
    contractNo: z.string(),
    /** How a reader checks a version: SHA-256 (hex) over the canonical JSON (RFC 8785) of its content. */
    hashing: z.literal('SHA-256 of RFC 8785 canonical JSON'),
    versions: z.array(
      z.object({ version: z.number().int(), hash: z.string(), madeAt: Time, content: ContractContent }),
    ),
    acts: z.array(
      z.object({
        act: ContractAct,
        by: By,
        at: Time,
        version: z.number().int(),
        reason: z.string().nullable(),
        mark: Mark.nullable(),
        evidence: z.record(z.string(), z.string()).nullable(),
      }),
    ),
  }),
})
export const particularsInfo = call({
  ...wire.particularsInfo,
  about: 'Particulars of one’s own company as it gave them last, or as certified.',
  data: Particulars,
})

const ClaimKind = z.enum(CLAIMS)
export const contractPayments = call({
  ...wire.contractPayments,
  about:
    'What is owed under a contract and what was recorded of it, oldest first. For its parties and with permission `trade:contract:verify`; a commission is seen by who pays it and by the platform.',
  params: z.object({ contractId: Id }),
  data: z.object({
    currency: Currency,
    claims: z.array(
      z.object({
        claim: ClaimKind,
        /** The paying party. */ by: Side,
        amount: Money,
        /** A day in Beijing; null: not due before the contract is complete. */ due: Day.nullable(),
        /** The day by the payment terms. */ agreed: Day.nullable().default(null),
        /** Why `due` is later: `weekend`, a holiday's code, or the operator's words; null: it is not. */
        moved: z.string().nullable().default(null),
        received: Money,
        open: Money,
        /** Received beyond the claim. */ over: Money,
        state: z.enum(['notYetDue', 'due', 'partlyReceived', 'received', 'overdue', 'released']),
      }),
    ),
    entries: z.array(
      z.object({
        seq: z.number().int(),
        claim: ClaimKind,
        kind: z.enum(ENTRY_KINDS),
        amount: Money,
        /** Amount after corrections; of a correction, its own amount. */ amountNow: Money,
        day: Day,
        reference: z.string(),
        /** Number of the entry that a correction corrects. */ corrects: z.number().int().nullable(),
        /** What the bank shows, where that is another currency than the contract's. */
        paid: z.object({ currency: Currency, amount: Money, rate: ExchangeRate }).nullable().default(null),
        at: Time,
        /** Name of the recorder; null to a party. */ name: z.string().nullable(),
      }),
    ),
    /** Today in Beijing: an entry's day is not later. */ today: Day,
    /** The caller can record payments of this contract. */ mayRecord: z.boolean(),
  }),
})
export const paymentRecord = call({
  ...wire.paymentRecord,
  about:
    'Record what was received or returned, or correct an entry; entries are only added, and a line of the bank counts once. `amount` is in `currency`, null: the contract’s; another currency needs the `rate`, units of the contract’s currency for one paid. `over`: it is more than the claim, knowingly. Permissions `trade:payment:record` and `trade:contract:verify`.',
  body: z.strictObject({
    contractId: Id,
    claim: ClaimKind,
    kind: z.enum(ENTRY_KINDS),
    amount: Money,
    day: Day,
    reference: Text.trim().max(80, 'tooLong'),
    corrects: Corrects,
    over: z.boolean(),
    currency: Currency.nullable().default(null),
    rate: ExchangeRate.nullable().default(null),
    ...ToldApart.shape,
  }),
})

const Lots = z.array(Id).min(1).max(200)
const TargetPort = Text.trim().min(1, 'required').max(120, 'tooLong')
const Note = Text.trim().max(2_000, 'tooLong')
const Version = z.strictObject({
  contractId: Id,
  /** Hash of the version that the caller read. */ hash: z.string().regex(/^[0-9a-f]{64}$/),
})
const Reason = Text.trim().min(1, 'required').max(500, 'tooLong')

export const contractMake = call({
  ...wire.contractMake,
  about:
    'Make a contract of won lots of one seller and currency. It waits for the buyer’s signature. Name and code of the company are the certified ones; those of the particulars are ignored.',
  body: z.strictObject({
    contractObjectIds: Lots,
    particulars: ContractParticulars,
    targetPort: TargetPort,
    note: Note,
  }),
  data: z.object({ contractId: Id }),
})
export const contractRevise = call({
  ...wire.contractRevise,
  about:
    'Change a contract: one’s own particulars besides name and code, which are the certified ones, and as the buyer its lots, target port and note. The next version, to be signed anew by both.',
  body: Version.extend({
    particulars: ContractParticulars,
    /** Only the buyer's counts; ignored from the seller. */
    contractObjectIds: Lots.optional(),
    targetPort: TargetPort.optional(),
    note: Note.optional(),
  }),
})
export const contractSign = call({
  ...wire.contractSign,
  about:
    'Sign the version with that hash. The password is asked again, as typed or sealed to `passwordKey`, and the second factor where there is one. Only the newest version can be signed, once by each party.',
  body: Version.extend({ password: SigningPassword, agreed: z.literal(true), mark: Mark }),
})
export const contractReturn = call({
  ...wire.contractReturn,
  about: 'Send a contract back to the buyer, with a reason: by the seller that is to sign it, or by the platform.',
  body: Version.extend({ reason: Reason }),
})
export const contractTerminate = call({
  ...wire.contractTerminate,
  about:
    'Terminate a contract, with a reason: by the buyer before either side signed it, by the platform before it is complete.',
  body: Version.extend({ reason: Reason }),
})
export const contractVerify = call({
  ...wire.contractVerify,
  about: 'Verify a contract that both parties signed: it is complete. Permission `trade:contract:verify`.',
  body: Version,
})
