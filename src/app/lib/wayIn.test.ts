import { describe, expect, it } from 'vitest'
import { stepOf, wayIn } from './wayIn.ts'

describe('account and agreement status (spec §4) as the next step', () => {
  it.each([
    [0, 1, 'suspended'],
    [2, 0, 'certify'],
    [3, 0, 'wait'],
    [4, 0, 'draw'],
    [4, 2, 'sign'],
    [4, 1, 'ready'],
    // An old agreement does not skip a certification that is required again.
    [2, 1, 'certify'],
    [3, 1, 'wait'],
  ] as const)('account %i, agreement %i: %s', (status, agreementStatus, next) =>
    expect(wayIn({ status, agreementStatus })).toBe(next),
  )
  it('steps go forward', () =>
    expect((['certify', 'wait', 'sign', 'ready'] as const).map(stepOf)).toEqual([1, 2, 3, 5]))
})
