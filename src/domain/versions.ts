import type { EventType } from './events.ts'
import { DEFAULT_RULE } from './rule.ts'

/**
 * Events carry the version of their type as `v`; without it they are of version 1. Raise it when a field changes its
 * meaning; a field that is only added gets its earlier meaning below.
 */
const VERSIONS: Partial<Record<EventType, number>> = {
  'bid.voided': 2,
  'ceiling.dropped': 2,
  'ceiling.set': 2,
  'limit.set': 2,
  'link.lost': 2,
  'lot.sold': 2,
  'lot.unsold': 2,
  'offer.made': 2,
  'session.published': 2,
  bid: 2,
}

export const versionOf = (type: EventType): number => VERSIONS[type] ?? 1

/** Values of later fields in entries of older versions. */
const SINCE: Partial<Record<EventType, Readonly<Record<string, unknown>>>> = {
  'bid.voided': { account: null },
  'bidder.dismissed': { over: [] },
  'bidder.suspended': { over: [] },
  'ceiling.dropped': { clerk: null },
  'ceiling.set': { account: null, clerk: null },
  'limit.set': { worth: null },
  'link.lost': { lots: null },
  'lot.sold': { account: null },
  'lot.unsold': { confirmUntil: null },
  'offer.made': { account: null },
  'session.published': { rulesHash: null },
  bid: { clerk: null },
}

/** The fields of an entry as today's events have them. */
export function upcast(type: EventType, fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const whole = { ...SINCE[type], ...fields }
  const rule = fields['rule']
  if (type !== 'session.published' || typeof rule !== 'object') return whole
  return { ...whole, rule: { ...DEFAULT_RULE, ...rule } }
}
