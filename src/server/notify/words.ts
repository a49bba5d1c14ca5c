import type { Locale } from '../../contract/constants.ts'
import type { NoticeFacts } from '../../domain/notify/notice.ts'
import type { Currency, Instant, Minor, Unit } from '../../domain/units.ts'
import { translator } from '../i18n.ts'
import type { NoticeNames } from '../store/schema/notifications.ts'

const titles = {
  outbid: /*i18n*/ { id: 'notice.outbid', message: 'Outbid: lot {no}, {lot}' },
  bidRestored: /*i18n*/ { id: 'notice.bidRestored', message: 'Your bid stands again: lot {no}, {lot}' },
  bidStruck: /*i18n*/ { id: 'notice.bidStruck', message: 'Your bid was struck: lot {no}, {lot}' },
  lotWon: /*i18n*/ { id: 'notice.lotWon', message: 'You have won lot {no}, {lot}' },
  lotSold: /*i18n*/ { id: 'notice.lotSold', message: 'Sold: lot {no}, {lot}' },
  lotUnsold: /*i18n*/ { id: 'notice.lotUnsold', message: 'Not sold: lot {no}, {lot}' },
  belowReserve: /*i18n*/ { id: 'notice.belowReserve', message: 'Reserve not met: lot {no}, {lot}' },
  lotWithdrawn: /*i18n*/ { id: 'notice.lotWithdrawn', message: 'Withdrawn: lot {no}, {lot}' },
  offerLapsed: /*i18n*/ { id: 'notice.offerLapsed', message: 'An offer has lapsed: lot {no}, {lot}' },
  offerDeclined: /*i18n*/ { id: 'notice.offerDeclined', message: 'Your offer was declined: lot {no}, {lot}' },
  offerWithdrawn: /*i18n*/ { id: 'notice.offerWithdrawn', message: 'An offer was taken back: lot {no}, {lot}' },
  sellerAsked: /*i18n*/ { id: 'notice.sellerAsked', message: 'Your bid waits for the seller: lot {no}, {lot}' },
  bidderAsked: /*i18n*/ { id: 'notice.bidderAsked', message: 'Offered to the next bidder: lot {no}, {lot}' },
  dealLapsed: /*i18n*/ { id: 'notice.dealLapsed', message: 'No deal was made: lot {no}, {lot}' },
  dealHeld: /*i18n*/ { id: 'notice.dealHeld', message: 'A deal is on hold: lot {no}, {lot}' },
  dealReleased: /*i18n*/ { id: 'notice.dealReleased', message: 'A deal is no longer on hold: lot {no}, {lot}' },
  dealCancelled: /*i18n*/ { id: 'notice.dealCancelled', message: 'A deal is cancelled: lot {no}, {lot}' },
  standingLost: /*i18n*/ { id: 'notice.standingLost', message: 'You no longer take part: {sale}' },
  declined: /*i18n*/ { id: 'notice.declined', message: 'Your company is not admitted: {sale}' },
  dismissed: /*i18n*/ { id: 'notice.dismissed', message: 'Your company was dismissed: {sale}' },
  ceilingLapsed: /*i18n*/ { id: 'notice.ceilingLapsed', message: 'A ceiling has lapsed: lot {no}, {lot}' },
  lotOpens: /*i18n*/ { id: 'notice.lotOpens', message: 'Lots you watch open soon: {sale}' },
  lotCloses: /*i18n*/ { id: 'notice.lotCloses', message: 'Closing soon: lot {no}, {lot}' },
  saleHeld: /*i18n*/ { id: 'notice.saleHeld', message: 'Sale on hold: {sale}' },
  saleResumed: /*i18n*/ { id: 'notice.saleResumed', message: 'The sale goes on: {sale}' },
  salePostponed: /*i18n*/ { id: 'notice.salePostponed', message: 'Sale postponed: {sale}' },
  datesAsked: /*i18n*/ { id: 'notice.datesAsked', message: 'Sale postponed, new delivery dates needed: {sale}' },
  saleCancelled: /*i18n*/ { id: 'notice.saleCancelled', message: 'Sale cancelled: {sale}' },
  saleSealed: /*i18n*/ { id: 'notice.saleSealed', message: 'Sale over, log sealed: {sale}' },
  offerWaiting: /*i18n*/ { id: 'notice.offerWaiting', message: 'An offer waits for your answer: lot {no}, {lot}' },
  dealToConfirm: /*i18n*/ { id: 'notice.dealToConfirm', message: 'Confirm a deal: lot {no}, {lot}' },
  certified: /*i18n*/ { id: 'notice.certified', message: 'Your company is certified' },
  notCertified: /*i18n*/ { id: 'notice.notCertified', message: 'Your company could not be certified yet' },
  contractToSign: /*i18n*/ { id: 'notice.contractToSign', message: 'Contract {contractNo} waits for your signature' },
  contractToVerify: /*i18n*/ { id: 'notice.contractToVerify', message: 'Contract {contractNo} waits to be verified' },
  contractReturned: /*i18n*/ { id: 'notice.contractReturned', message: 'Contract {contractNo} was returned to you' },
  contractTerminated: /*i18n*/ { id: 'notice.contractTerminated', message: 'Contract {contractNo} was terminated' },
  contractComplete: /*i18n*/ { id: 'notice.contractComplete', message: 'Contract {contractNo} is complete' },
  depositHalf: /*i18n*/ { id: 'notice.depositHalf', message: 'Deposit due on {at}: {sale}' },
  depositLast: /*i18n*/ { id: 'notice.depositLast', message: 'Last day for the deposit: {sale}' },
  depositHeld: /*i18n*/ { id: 'notice.depositHeld', message: 'Your deposit is held; object by {at}: {sale}' },
  objectionUpheld: /*i18n*/ { id: 'notice.objectionUpheld', message: 'Your objection is upheld: {sale}' },
  objectionRejected: /*i18n*/ { id: 'notice.objectionRejected', message: 'Your objection is rejected: {sale}' },
  depositKept: /*i18n*/ { id: 'notice.depositKept', message: 'Your deposit is kept: {sale}' },
  paymentSoon: /*i18n*/ { id: 'notice.paymentSoon', message: 'Payment due on {due}: contract {contractNo}' },
  paymentOverdue: /*i18n*/ { id: 'notice.paymentOverdue', message: 'Payment overdue: contract {contractNo}' },
  invoiceAsked: /*i18n*/ { id: 'notice.invoiceAsked', message: 'Invoice requested: contract {contractNo}' },
  invoiceIssued: /*i18n*/ { id: 'notice.invoiceIssued', message: 'Invoice issued: contract {contractNo}' },
  invoiceDeclined: /*i18n*/ {
    id: 'notice.invoiceDeclined',
    message: 'Request for an invoice declined: contract {contractNo}',
  },
} as const

const bodies = {
  outbid: /*i18n*/ { id: 'notice.outbid.body', message: 'The highest bid is {price} now. {sale}' },
  bidRestored: /*i18n*/ {
    id: 'notice.bidRestored.body',
    message: 'A higher bid was struck, so yours of {price} leads and binds you again. {sale}',
  },
  bidStruck: /*i18n*/ { id: 'notice.bidStruck.body', message: 'It no longer binds you. Reason: {reason}' },
  lotWon: /*i18n*/ { id: 'notice.lotWon.body', message: 'At {price}. The contract can be made now. {sale}' },
  lotSold: /*i18n*/ { id: 'notice.lotSold.body', message: 'At {price}. The buyer makes the contract. {sale}' },
  lotUnsold: /*i18n*/ { id: 'notice.lotUnsold.body', message: 'It closed without a deal. No bid on it binds. {sale}' },
  belowReserve: /*i18n*/ {
    id: 'notice.belowReserve.body',
    message: 'Your bid was the highest, but below the reserve. It no longer binds you. {sale}',
  },
  lotWithdrawn: /*i18n*/ {
    id: 'notice.lotWithdrawn.body',
    message: 'Bids and offers on it bind no longer. Reason: {reason}',
  },
  offerLapsed: /*i18n*/ { id: 'notice.offerLapsed.body', message: 'It binds neither side. {sale}' },
  offerDeclined: /*i18n*/ { id: 'notice.offerDeclined.body', message: 'It no longer binds you. {sale}' },
  offerWithdrawn: /*i18n*/ { id: 'notice.offerWithdrawn.body', message: 'It can no longer be accepted. {sale}' },
  sellerAsked: /*i18n*/ {
    id: 'notice.sellerAsked.body',
    message:
      'It is below the reserve. Until {at} (Beijing time) the seller may accept {price}, and you stay bound. {sale}',
  },
  bidderAsked: /*i18n*/ {
    id: 'notice.bidderAsked.body',
    message: 'At {price}. The bidder may accept until {at} (Beijing time). {sale}',
  },
  dealLapsed: /*i18n*/ {
    id: 'notice.dealLapsed.body',
    message: 'The party asked did not accept. No bid binds. {sale}',
  },
  dealHeld: /*i18n*/ {
    id: 'notice.dealHeld.body',
    message: 'Its contract is not signed until the platform releases it. Reason: {reason}',
  },
  dealReleased: /*i18n*/ { id: 'notice.dealReleased.body', message: 'It goes on. Reason: {reason}' },
  dealCancelled: /*i18n*/ { id: 'notice.dealCancelled.body', message: 'It binds neither side. Reason: {reason}' },
  standingLost: /*i18n*/ {
    id: 'notice.standingLost.body',
    message: 'Bids, ceilings and offers that ran have lapsed; deals stay. Reason: {reason}',
  },
  declined: /*i18n*/ { id: 'notice.declined.body', message: 'The platform declined its application. Reason: {reason}' },
  dismissed: /*i18n*/ {
    id: 'notice.dismissed.body',
    message:
      'Its running bids, ceilings and offers have lapsed; deals stay, and you may go on watching. Reason: {reason}',
  },
  ceilingLapsed: /*i18n*/ {
    id: 'notice.ceilingLapsed.body',
    message: 'The person who set it is no longer of your company. Set it again if you want it to go on. {sale}',
  },
  lotOpens: /*i18n*/ {
    id: 'notice.lotOpens.body',
    message: 'The sale begins on {at} (Beijing time). Lots you watch: {lots}',
  },
  lotCloses: /*i18n*/ {
    id: 'notice.lotCloses.body',
    message: 'Bidding ends at {at} (Beijing time), or later if bids come in. {sale}',
  },
  depositHalf: /*i18n*/ {
    id: 'notice.depositHalf.body',
    message:
      'Still open: {amounts}. Write {reference} in the transfer; the account is under Bidding sign-up. No company is admitted without its deposit.',
  },
  depositLast: /*i18n*/ {
    id: 'notice.depositLast.body',
    message:
      'Still open: {amounts}, due {at} (Beijing time). Write {reference} in the transfer; the account is under Bidding sign-up.',
  },
  saleHeld: /*i18n*/ {
    id: 'notice.saleHeld.body',
    message: 'All clocks are stopped. You are told when it goes on. {message}',
  },
  saleResumed: /*i18n*/ { id: 'notice.saleResumed.body', message: 'The clocks run again. Open the lots to bid.' },
  salePostponed: /*i18n*/ {
    id: 'notice.salePostponed.body',
    message: 'It begins on {at} (Beijing time). Sign-ups, numbers and deposits stay. Reason: {reason}',
  },
  datesAsked: /*i18n*/ {
    id: 'notice.datesAsked.body',
    message:
      'It begins on {at} (Beijing time). Your lots to be delivered before that day: {lots}. Enter new delivery dates in the room before it begins; until then these lots do not open. Reason: {reason}',
  },
  saleCancelled: /*i18n*/ {
    id: 'notice.saleCancelled.body',
    message: 'Lots that were not sold are withdrawn. Reason: {reason}',
  },
  saleSealed: /*i18n*/ {
    id: 'notice.saleSealed.body',
    message: 'Keep this closing hash: a log that does not lead to it was changed after the sale.',
  },
  offerWaiting: /*i18n*/ {
    id: 'notice.offerWaiting.body',
    message: 'Offered: {price}. It lapses on {at} (Beijing time). {sale}',
  },
  dealToConfirm: /*i18n*/ {
    id: 'notice.dealToConfirm.body',
    message: 'At {price}. Say yes or no by {at} (Beijing time), or it lapses. {sale}',
  },
  certified: /*i18n*/ {
    id: 'notice.certified.body',
    message: '{company}: you can read catalogues and sign up for sales.',
  },
  notCertified: /*i18n*/ { id: 'notice.notCertified.body', message: '{company}. Reason: {reason}' },
  contractToSign: /*i18n*/ { id: 'notice.contractToSign.body', message: 'Read it to the end, then sign it.' },
  contractToVerify: /*i18n*/ { id: 'notice.contractToVerify.body', message: 'Both parties have signed.' },
  contractReturned: /*i18n*/ { id: 'notice.contractReturned.body', message: 'Reason: {reason}' },
  contractTerminated: /*i18n*/ { id: 'notice.contractTerminated.body', message: 'Reason: {reason}' },
  contractComplete: /*i18n*/ {
    id: 'notice.contractComplete.body',
    message: 'Both parties have signed and the platform has verified it.',
  },
  paymentSoon: /*i18n*/ {
    id: 'notice.paymentSoon.body',
    message: '{claim}: {open} is open. Compare the account with the one in the contract before you pay.',
  },
  depositHeld: /*i18n*/ {
    id: 'notice.depositHeld.body',
    message:
      '{amounts} is held by rule {rule} of the sale. Reason: {reason}. You may object on the page of your sign-ups until {at} (Beijing time).',
  },
  objectionUpheld: /*i18n*/ {
    id: 'notice.objectionUpheld.body',
    message: '{amounts} of your deposit is no longer held. Answer: {reason}',
  },
  objectionRejected: /*i18n*/ {
    id: 'notice.objectionRejected.body',
    message: '{amounts} of your deposit stays held. Answer: {reason}',
  },
  depositKept: /*i18n*/ {
    id: 'notice.depositKept.body',
    message: '{amounts} is kept by rule {rule} of the sale and is not returned. Reason: {reason}',
  },
  paymentOverdue: /*i18n*/ {
    id: 'notice.paymentOverdue.body',
    message: '{claim}: {open} was due on {due} and is not recorded as received.',
  },
  invoiceAsked: /*i18n*/ {
    id: 'notice.invoiceAsked.body',
    message: 'Over {amount}. Issue it to the title and tax number in the request, then record its number.',
  },
  invoiceIssued: /*i18n*/ { id: 'notice.invoiceIssued.body', message: 'No. {number}, over {amount}.' },
  invoiceDeclined: /*i18n*/ { id: 'notice.invoiceDeclined.body', message: 'Over {amount}. Reason: {reason}' },
} as const

const claims = {
  deposit: /*i18n*/ { id: 'notice.claim.deposit', message: 'Deposit' },
  balance: /*i18n*/ { id: 'notice.claim.balance', message: 'Balance' },
  commission: /*i18n*/ { id: 'notice.claim.commission', message: 'Commission' },
} as const

/** A notification as a reader sees it. */
export interface NoticeWords {
  readonly title: string
  readonly body: string
  /** Path of the app's page that deals with it. */
  readonly path: string
}

export function wordsOf(facts: NoticeFacts, names: NoticeNames, locale: Locale): NoticeWords {
  const say = translator(locale)
  const name = nameOf(facts)
  const values = valuesOf(facts, names, locale)
  const body = [
    say(bodies[name], values),
    ...(facts.entry ? [say(logEntry, values)] : []),
    ...(values.agreed ? [say(movedDay, values)] : []),
  ]
  return { title: say(titles[name], values), body: body.join(' ').trim(), path: pathOf(facts) }
}

function nameOf(facts: NoticeFacts): keyof typeof titles {
  switch (facts.kind) {
    case 'certification':
      return facts.approved ? 'certified' : 'notCertified'
    case 'contractWaiting':
      return facts.step === 'sign' ? 'contractToSign' : 'contractToVerify'
    case 'depositDue':
      return facts.step === 'half' ? 'depositHalf' : 'depositLast'
    case 'depositAnswered':
      return facts.answer === 'upheld' ? 'objectionUpheld' : 'objectionRejected'
    case 'paymentDue':
      return facts.overdue ? 'paymentOverdue' : 'paymentSoon'
    case 'invoice':
      return INVOICE[facts.step]
    case 'dealAsked':
      return facts.asks === 'seller' ? 'sellerAsked' : 'bidderAsked'
    case 'lotUnsold':
      return facts.belowReserve ? 'belowReserve' : 'lotUnsold'
    case 'standingLost':
      return facts.declined ? 'declined' : facts.dismissed ? 'dismissed' : 'standingLost'
    case 'offerEnded':
      return ENDED[facts.status]
    case 'salePostponed':
      return facts.lots === undefined ? 'salePostponed' : 'datesAsked'
    default:
      return facts.kind
  }
}

// Without `as const`, before which the extraction of texts misses the mark.
const logEntry = /*i18n*/ { id: 'notice.entry', message: 'Log entry {seq}, SHA-256 {hash}' }
const movedDay = /*i18n*/ { id: 'notice.movedDay', message: 'Agreed for {agreed}, a day off.' }
const ENDED = { lapsed: 'offerLapsed', declined: 'offerDeclined', withdrawn: 'offerWithdrawn' } as const
const suspension = /*i18n*/ { id: 'notice.reason.suspension', message: 'a party is suspended' }
const INVOICE = { asked: 'invoiceAsked', issued: 'invoiceIssued', declined: 'invoiceDeclined' } as const

function valuesOf(facts: NoticeFacts, { sale, lot }: NoticeNames, locale: Locale): Record<string, string> {
  return {
    sale: sale?.[locale] ?? '',
    lot: lot?.[locale] ?? '',
    no: lot === undefined ? '' : String(lot.no),
    amount: facts.kind === 'invoice' ? money(facts.price, facts.currency) : '',
    number: 'number' in facts ? facts.number : '',
    price: 'unit' in facts ? `${money(facts.price, facts.currency)}/${UNITS[facts.unit][locale]}` : '',
    at: 'at' in facts ? moments[locale].format(facts.at satisfies Instant) : '',
    seq: String(facts.entry?.seq ?? ''),
    hash: facts.entry?.hash ?? '',
    lots: 'lots' in facts ? String(facts.lots) : '',
    message: 'message' in facts ? facts.message : '',
    contractNo: 'contractNo' in facts ? facts.contractNo : '',
    company: 'company' in facts ? facts.company : '',
    claim: 'claim' in facts ? translator(locale)(claims[facts.claim]) : '',
    amounts: 'amounts' in facts ? facts.amounts.map((one) => money(one.amount, one.currency)).join(' / ') : '',
    rule: 'rule' in facts ? facts.rule : '',
    reference: 'reference' in facts ? facts.reference : '',
    open: 'open' in facts ? money(facts.open, facts.currency) : '',
    due: 'due' in facts ? dayIn(facts.due, locale) : '',
    agreed: 'agreed' in facts && facts.agreed ? dayIn(facts.agreed, locale) : '',
    reason: 'reason' in facts ? facts.reason || (facts.kind === 'dealHeld' ? translator(locale)(suspension) : '') : '',
  }
}

function pathOf(facts: NoticeFacts): string {
  switch (facts.kind) {
    case 'outbid':
    case 'bidRestored':
    case 'bidStruck':
    case 'lotSold':
    case 'lotUnsold':
    case 'lotWithdrawn':
    case 'ceilingLapsed':
    case 'offerEnded':
    case 'dealAsked':
    case 'dealLapsed':
    case 'lotCloses':
    case 'offerWaiting':
    case 'dealToConfirm':
      return `/target/detail/${encodeURIComponent(facts.lot.replace(/(?:\.[1-9][0-9]*)+$/, ''))}/${encodeURIComponent(facts.sale)}`
    case 'lotWon':
      return '/user/order'
    case 'dealHeld':
    case 'dealReleased':
    case 'dealCancelled':
      return facts.sells ? '/user/order?side=seller' : '/user/order'
    case 'depositDue':
    case 'depositHeld':
    case 'depositAnswered':
    case 'depositKept':
      return '/user/sign'
    case 'standingLost':
      return facts.dismissed ? '/user/sign' : `/target/list?scheduleTimelineId=${encodeURIComponent(facts.sale)}`
    case 'lotOpens':
    case 'saleHeld':
    case 'saleResumed':
    case 'salePostponed':
    case 'saleCancelled':
    case 'saleSealed':
      return `/target/list?scheduleTimelineId=${encodeURIComponent(facts.sale)}`
    case 'certification':
      return '/user/company'
    case 'contractWaiting':
    case 'contractReturned':
    case 'contractTerminated':
    case 'contractComplete':
    case 'paymentDue':
    case 'invoice':
      return `/order/sign/detail?contractId=${encodeURIComponent(facts.contract)}`
  }
}

const UNITS: Readonly<Record<Unit, Readonly<Record<Locale, string>>>> = {
  m3: { zh: 'm³', en: 'm³' },
  piece: { zh: '件', en: 'piece' },
  tonne: { zh: '吨', en: 't' },
}
const SIGNS: Readonly<Record<Currency, string>> = { CNY: '¥', USD: 'US$', EUR: '€' }
const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const money = (value: Minor, currency: Currency): string => `${SIGNS[currency]}${twoDecimals.format(value / 100)}`

const beijing = (tag: string) =>
  new Intl.DateTimeFormat(tag, {
    timeZone: 'Asia/Shanghai',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
const calendar = (tag: string) => new Intl.DateTimeFormat(tag, { timeZone: 'UTC', month: 'short', day: 'numeric' })
const dayIn = (day: string, locale: Locale): string => days[locale].format(Date.parse(`${day}T00:00:00Z`))
const days: Readonly<Record<Locale, Intl.DateTimeFormat>> = { zh: calendar('zh-CN'), en: calendar('en-GB') }
const moments: Readonly<Record<Locale, Intl.DateTimeFormat>> = { zh: beijing('zh-CN'), en: beijing('en-GB') }
