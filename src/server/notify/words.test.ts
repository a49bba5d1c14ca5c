import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NOTICE_KINDS } from '../../domain/notify/notice.ts'
import type { NoticeFacts, NoticeKind } from '../../domain/notify/notice.ts'
import { instant, minor } from '../../domain/units.ts'
import { wordsOf } from './words.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The app's pages, as patterns of paths: `_signedIn.target.detail.$id.$ids.tsx` is `/target/detail/…/…`. */
const PAGES = readdirSync(join(ROOT, 'app/routes'))
  .filter((name) => name.endsWith('.tsx') && !name.startsWith('-') && name !== '$.tsx')
  .map((name) =>
    name
      .replace(/\.tsx$/, '')
      .split('.')
      .filter((part) => !part.startsWith('_'))
      .map((part) => (part.startsWith('$') ? '[^/]+' : part.replace(/_$/, '').replace(/^\[(.+)\]$/, '$1')))
      .filter((part) => part !== 'index'),
  )
  .map((parts) => new RegExp(`^/${parts.join('/')}$`))

const at = instant(Date.UTC(2027, 0, 1))
const sale = { sale: 'T 1', reason: '更正', at } as const
const lot = { ...sale, lot: 'L1.2', price: minor(100_000), currency: 'CNY', unit: 'm3' } as const
const contract = { contract: 'k', contractNo: 'TC-1', reason: '更正' } as const
const entry = { seq: 9, hash: 'ab' } as const
const money = { price: minor(100), open: minor(100), currency: 'CNY', due: '2027-01-02', number: '1' } as const
const keeping = { amounts: [{ currency: 'CNY', amount: minor(5_000_000) }] } as const
/** Facts of each kind, in each of its shapes. */
const FACTS: Readonly<Record<NoticeKind, readonly object[]>> = {
  outbid: [lot],
  bidRestored: [lot],
  bidStruck: [lot],
  lotWon: [lot],
  lotSold: [lot],
  lotUnsold: [lot, { ...lot, belowReserve: true }],
  lotWithdrawn: [lot],
  lotOpens: [{ ...sale, lots: 2 }],
  lotCloses: [lot],
  saleHeld: [{ ...sale, message: '停电' }],
  saleResumed: [sale],
  salePostponed: [sale, { ...sale, lots: 2 }],
  saleCancelled: [sale],
  saleSealed: [{ ...sale, entry }],
  offerWaiting: [lot],
  offerEnded: (['declined', 'withdrawn', 'lapsed'] as const).map((status) => ({ ...lot, offer: 'o', status })),
  dealToConfirm: [lot],
  dealAsked: (['seller', 'bidder'] as const).map((asks) => ({ ...lot, asks })),
  dealLapsed: [lot],
  dealHeld: [lot],
  dealReleased: [lot],
  dealCancelled: [lot, { ...lot, sells: true, entry }],
  standingLost: [sale, { ...sale, dismissed: true }, { ...sale, declined: true }],
  ceilingLapsed: [lot],
  certification: [true, false].map((approved) => ({ approved, company: '江南木业', reason: '更正' })),
  contractWaiting: (['sign', 'verify'] as const).map((step) => ({ ...contract, step })),
  contractReturned: [contract],
  contractTerminated: [contract],
  contractComplete: [contract],
  depositDue: (['half', 'last'] as const).map((step) => ({
    ...sale,
    step,
    amounts: [
      { currency: 'CNY', amount: minor(5_000_000) },
      { currency: 'USD', amount: minor(800_000) },
    ],
    reference: 'BZ-7K3QAX',
  })),
  depositHeld: [{ ...sale, ...keeping, rule: '9.1' }],
  depositAnswered: (['upheld', 'rejected'] as const).map((answer) => ({ ...sale, ...keeping, answer })),
  depositKept: [{ ...sale, ...keeping, rule: '9.2' }],
  paymentDue: [true, false].flatMap((overdue) =>
    [{}, { agreed: '2026-10-02' }].map((moved) => ({ ...contract, ...money, claim: 'deposit', overdue, ...moved })),
  ),
  invoice: (['asked', 'issued', 'declined'] as const).map((step) => ({ ...contract, ...money, step })),
}
const every = NOTICE_KINDS.flatMap((kind) =>
  FACTS[kind].map((facts) => [kind, { kind, ...facts } as unknown as NoticeFacts] as const),
)
const NAMES = { sale: { zh: '春季专场', en: 'Spring sale' }, lot: { zh: '绿柄桑', en: 'Iroko', no: '1-2' } }

test.each(every)('%s leads to a page of the app', (_kind, facts) => {
  const { path } = wordsOf(facts, NAMES, 'zh')
  const { pathname } = new URL(path, 'https://sale.example')
  expect(PAGES.filter((page) => page.test(pathname))).toHaveLength(1)
})

test.each(every)('%s speaks both languages, says its lot by number and name, and leaves no gap', (_kind, facts) => {
  for (const locale of ['zh', 'en'] as const) {
    const { title, body } = wordsOf(facts, NAMES, locale)
    expect(`${title} ${body}`).not.toMatch(/[{}]|undefined|null/)
    if ('lot' in facts) expect(title).toContain('1-2')
  }
})

test('what follows the seal is told with its entry in the reader’s language', () => {
  const facts = { kind: 'dealHeld', ...lot, reason: '', entry } as const
  const { body } = wordsOf(facts, NAMES, 'zh')
  expect(body).toContain('记录第 9 条')
  expect(body).not.toMatch(/[a-z]{3,}/)
})

test('the Chinese texts address people as 您 and have no word of auctioneers', () => {
  const texts = readFileSync(join(ROOT, 'server/locales/zh.po'), 'utf8')
  const said = [...texts.matchAll(/msgid "(notice\.[^"]+)"\nmsgstr "([^"]*)"/g)].map(([, , text]) => text)
  expect(said.length).toBeGreaterThan(60)
  expect(said.filter((text) => /你|拍卖|撤拍|流拍|落槌|开拍|收拍|拍得/.test(text ?? ''))).toEqual([])
})
