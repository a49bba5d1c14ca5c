import { describe, expect, test } from 'vitest'
import { beside, receiptBody, receiptText, rootText, tree } from './receipt.ts'
import { evolve } from './evolve.ts'
import { EXAMPLE_STATE, EXAMPLES } from './testing/examples.ts'
import { below, BidsLeftOut } from './lot.ts'
import { instant, minor } from './units.ts'

/** A stand-in hash that shows its input. */
const shown = (text: string): string => `(${text.startsWith('{') ? /"seq":(\d+)/.exec(text)?.[1] : text})`
const body = receiptBody({ ...EXAMPLES.bid, clerk: null }, 'ab', EXAMPLE_STATE)
const bodies = (count: number) => Array.from({ length: count }, (_, i) => ({ ...body, seq: i + 1 }))

test('the text of a receipt is canonical JSON of what it says, and of nothing else', () => {
  const more = { ...body, secret: 1 }
  expect(receiptText(more)).toBe(
    '{"at":"2025-11-24T16:00:00.000Z","biddingNumber":17,"contractObjectId":"L1","currency":"CNY","epoch":"epoch-1","hash":"ab","price":"2010.00","scheduleTimelineId":"timeline-1","seq":7}',
  )
})

test('W2: the receipt of a clerk’s bid says so, and that is vouched for', () => {
  const clerks = receiptBody(EXAMPLES.bid, 'ab', EXAMPLE_STATE)
  expect(clerks).toEqual({ ...body, clerk: 'host' })
  expect(receiptText(clerks)).toContain('"clerk":"host"')
})

test('the receipt of a ceiling names what was set, and that of a dropped one what was dropped', () => {
  const set = { ...EXAMPLES['ceiling.set'], lot: 'L1', number: 17, mode: 'linkLoss', amount: minor(300_000) } as const
  expect(receiptBody({ ...set, clerk: null }, 'cd', EXAMPLE_STATE)).toMatchObject({
    act: 'ceiling.set',
    mode: 'linkLoss',
    price: '3000.00',
    hash: 'cd',
    biddingNumber: 17,
  })
  const after = evolve(EXAMPLE_STATE, { ...set, seq: EXAMPLE_STATE.seq + 1 })
  const dropped = { ...EXAMPLES['ceiling.dropped'], lot: 'L1', number: 17, clerk: 'host' } as const
  const receipt = receiptBody(dropped, 'ef', after)
  expect(receipt).toMatchObject({ act: 'ceiling.dropped', mode: 'linkLoss', price: '3000.00', clerk: 'host' })
  expect(receiptText(receipt)).toMatch(/"act":"ceiling.dropped".*"mode":"linkLoss"/)
  expect(() => receiptBody({ ...dropped, number: 99 }, 'ef', after)).toThrow(
    new RangeError('a receipt for a ceiling that lot L1 does not have'),
  )
})

test('a receipt from before epochs stood in receipts is verified by what it says', () => {
  const { epoch, ...older } = body
  expect(epoch).toBe(EXAMPLE_STATE.epoch)
  expect(receiptText(older)).not.toContain('epoch')
})

test('a receipt needs a lot of the session', () => {
  expect(() => receiptBody({ ...EXAMPLES.bid, lot: 'elsewhere' }, 'ab', EXAMPLE_STATE)).toThrow(
    'a receipt for a lot that the session does not have: elsewhere',
  )
})

describe('a tree of receipts', () => {
  test.each([
    [1, '(1)', [[]]],
    [2, '((1) (2))', [[['right', '(2)']], [['left', '(1)']]]],
    [
      3,
      '(((1) (2)) (3))',
      [
        [
          ['right', '(2)'],
          ['right', '(3)'],
        ],
        [
          ['left', '(1)'],
          ['right', '(3)'],
        ],
        [['left', '((1) (2))']],
      ],
    ],
    [
      5,
      '((((1) (2)) ((3) (4))) (5))',
      [
        [
          ['right', '(2)'],
          ['right', '((3) (4))'],
          ['right', '(5)'],
        ],
        [
          ['left', '(1)'],
          ['right', '((3) (4))'],
          ['right', '(5)'],
        ],
        [
          ['right', '(4)'],
          ['left', '((1) (2))'],
          ['right', '(5)'],
        ],
        [
          ['left', '(3)'],
          ['left', '((1) (2))'],
          ['right', '(5)'],
        ],
        [['left', '(((1) (2)) ((3) (4)))']],
      ],
    ],
  ] as const)('of %i joins pairs from the left, level by level; an odd one goes up as it is', (count, root, paths) => {
    expect(tree(bodies(count), shown)).toEqual({
      root,
      paths: paths.map((path) => path.map(([side, hash]) => ({ side, hash }))),
    })
  })

  test('has a way from each receipt to its root, and none without receipts', () => {
    for (let count = 1; count <= 20; count++) {
      const { root, paths } = tree(bodies(count), shown)
      expect(paths.map((path, i) => path.reduce((hash, step) => shown(beside(hash, step)), `(${i + 1})`))).toEqual(
        Array.from({ length: count }, () => root),
      )
    }
    expect(() => tree([], shown)).toThrow('a tree of no receipts')
  })

  test('is signed by a text that nothing else is signed by', () => {
    expect(rootText('ab')).toBe('timber-sale-room receipts ab')
  })
})

test('what a saved state left out is missed, not taken for nothing', () => {
  const bid = {
    seq: 5,
    number: 1,
    price: minor(1),
    at: instant(1),
    root: 5,
    account: null,
    rootNumber: 1,
    recent: [1],
    prev: null,
  }
  expect(below({ ...bid, prev: null })).toBeNull()
  expect(below({ ...bid, prev: bid })).toBe(bid)
  expect(() => below({ ...bid, prev: 'left_out' })).toThrow(BidsLeftOut)
  expect(() => below({ ...bid, prev: 'left_out' })).toThrow(
    expect.objectContaining({ name: 'BidsLeftOut', message: 'what stands below bid 5 was left out' }),
  )
})
