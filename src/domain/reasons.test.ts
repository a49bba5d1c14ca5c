import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REASONS } from './reasons.ts'

const law = readFileSync(join(import.meta.dirname, 'LAW.md'), 'utf8')
const FAMILIES = [
  'session',
  'stage',
  'round',
  'bidder',
  'speech',
  'identity',
  'lot',
  'bid',
  'ceiling',
  'offer',
  'limit',
  'deal',
  'clerk',
]
const quoted = [...law.matchAll(/`([a-z]+)\.([a-z_]+)`/g)]
  .filter(([, family = '']) => FAMILIES.includes(family))
  .map(([, family, code]) => `${family}.${code}`)
  // Events, not refusals.
  .filter((code) => !['deal.confirmed', 'deal.lapsed', 'session.restored', 'log.denied'].includes(code))

/** Reasons of the server, which the law does not name, and three that clients may still know from older logs. */
const ELSEWHERE = [
  'bid.key_reused',
  'room.busy',
  'room.unavailable',
  'lot.not_unsold',
  'lot.not_held',
  'offer.not_found',
]

test('R1: the refusals that the law names are the ones there are, under these names', () => {
  expect([...new Set([...quoted, ...ELSEWHERE])].toSorted()).toEqual([...REASONS].toSorted())
})
