import { describe, expect, it } from 'vitest'
import { linkAfter, probeAfter, sameLink, type LinkState } from './state.ts'

const online: LinkState = { kind: 'online' }

describe('the link', () => {
  it('is weak once an answer takes long, with the delay in tenths of a second', () => {
    expect(linkAfter(online, { type: 'answered', ms: 1234 })).toEqual({ kind: 'weak', delay: 1200 })
  })
  it('does not flicker on the edge', () => {
    const weak = linkAfter(online, { type: 'answered', ms: 820 })
    expect(linkAfter(weak, { type: 'answered', ms: 700 }).kind).toBe('weak')
    expect(linkAfter(weak, { type: 'answered', ms: 400 })).toEqual(online)
    expect(linkAfter(online, { type: 'answered', ms: 700 })).toEqual(online)
  })
  it('is offline since the first failure, however many follow', () => {
    const lost = linkAfter(online, { type: 'unreachable', at: 1000 })
    expect(linkAfter(lost, { type: 'unreachable', at: 9000 })).toEqual({ kind: 'offline', since: 1000 })
  })
  it('is back with the first answer', () => {
    expect(linkAfter({ kind: 'offline', since: 1 }, { type: 'answered', ms: 90 })).toEqual(online)
  })
})

it('asks again soon after a loss, then less often, and never more than every 15 s apart', () => {
  const waits = [0, 1, 2, 3, 4, 5, 6, 7].map((failures) => probeAfter({ kind: 'offline', since: 0 }, failures))
  expect(waits[0]).toBe(2000)
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect(waits.at(-1)).toBe(15_000)
})

it('repaints only for what is told differently', () => {
  expect(sameLink(online, { kind: 'online' })).toBe(true)
  expect(sameLink({ kind: 'weak', delay: 900 }, { kind: 'weak', delay: 900 })).toBe(true)
  expect(sameLink({ kind: 'weak', delay: 900 }, { kind: 'weak', delay: 1000 })).toBe(false)
})
