import { describe, expect, test } from 'vitest'
import { ALL_REASONS } from '../contract/reasons.ts'
import type { AnyReason } from '../contract/codes.ts'
import { translator } from './i18n.ts'
import { fillGaps } from '../texts/gaps.ts'
import { reasonTexts } from '../texts/reasons.ts'

const say = (locale: 'zh' | 'en', reason: AnyReason, numbers: Record<string, number> = {}) =>
  translator(locale)(reasonTexts[reason], fillGaps(reason, numbers, locale, now))
const at = Date.UTC(2026, 10, 21, 2, 5, 9)
const now = at - 60_000

describe('texts of reasons', () => {
  test.each(ALL_REASONS)('%s is said in both languages', (reason) => {
    expect(say('zh', reason)).toMatch(/[\u4e00-\u9fff]/)
    expect(say('en', reason)).toMatch(/^[ -~–’“”]+$/)
    expect(say('en', reason)).not.toMatch(/[\u4e00-\u9fff]/)
  })

  test.each<[AnyReason, Record<string, number>, string, string]>([
    [
      'bid.you_lead',
      { price: 218_000 },
      '您的出价已是最高价（2,180.00）',
      'Your bid is the highest already (2,180.00).',
    ],
    [
      'bid.below_next',
      { nextPrice: 123_456_789 },
      '出价过低，当前最低须为 1,234,567.89。',
      'Your bid is too low. The least is now 1,234,567.89.',
    ],
    [
      'bid.off_grid',
      { below: 100, above: 5_100 },
      '出价须按加价幅度递增，可出 1.00 或 51.00。',
      'Bids rise in whole steps: 1.00 or 51.00.',
    ],
    [
      'session.not_started',
      { startsAt: at },
      '该场次尚未开始，预计 11月21日 10:05:09（北京时间）开始。',
      'The session has not started yet. It is due at 21 Nov, 10:05:09 (Beijing time).',
    ],
    [
      'session.not_started',
      { startsAt: now - 1_000 },
      '该场次原定 11月21日 10:04:08（北京时间）开始，尚待主持人开场。',
      'The session has not started yet. It was due at 21 Nov, 10:04:08 (Beijing time); the host starts it.',
    ],
    ['lot.not_open', {}, '该标的未在竞价中。', 'The lot is not open for bids.'],
    [
      'lot.not_open',
      { opensAt: at },
      '该标的尚未开始竞价，将于 11月21日 10:05:09（北京时间）开始。',
      'The lot is not open yet. It opens at 21 Nov, 10:05:09 (Beijing time).',
    ],
    [
      'offer.quantity_invalid',
      { most: 32_450 },
      '数量须大于零且不超过 32.450。',
      'The quantity must be more than zero and at most 32.450.',
    ],
    [
      'stage.minutes_out_of_range',
      { least: 1, most: 99 },
      '调整时间须为 1～99 分钟。',
      'Choose a time from 1 to 99 minutes.',
    ],
    [
      'stage.below_extension',
      { extensionMs: 30_000, position: 3 },
      '调整后，竞价中的标的至少须保留 30 秒（3 号标的不足）。',
      'An open lot must keep at least 30 seconds (no. 3 would not).',
    ],
    [
      'session.lots_open',
      { open: 1 },
      '仍有 1 个标的在竞价中，全部结束后方可进行此操作。',
      'One lot is still open. The session can be completed when it has ended.',
    ],
    [
      'auth.too_many_attempts',
      { seconds: 8 },
      '尝试次数过多，请 8 秒后再试。',
      'Too many attempts. Please wait 8 seconds.',
    ],
    ['session.not_found', {}, '档期不存在请重新登录', 'The session does not exist. Please sign in again.'],
    ['lot.already_bid', {}, '该标的已有出价', 'The lot has a bid already.'],
    ['lot.not_yours', {}, '只能修改自己的标的', 'You can modify only your own lots.'],
    ['bid.none', {}, '该标的暂无出价', 'There are no bids on this lot.'],
    ['offer.none', {}, '暂无还价', 'There are no counter-offers.'],
  ])('%s %j', (reason, numbers, zh, en) => {
    expect(say('zh', reason, numbers)).toBe(zh)
    expect(say('en', reason, numbers)).toBe(en)
  })
})
