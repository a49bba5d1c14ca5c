import { describe, expect, it } from 'vitest'
import { codeState, sentAt } from './code.ts'

const NOW = 1_800_000_000_000
const TO = '+8613800000000'
const sent = sentAt(NOW, TO, { codeId: 'c', resendAfter: 60, expires_in: 600 })

describe('a code that was sent', () => {
  it('can be sent again after the server’s countdown, to the second', () => {
    expect(codeState(sent, TO, NOW)).toMatchObject({ kind: 'sent', wait: 60 })
    expect(codeState(sent, TO, NOW + 59_001)).toMatchObject({ wait: 1 })
    expect(codeState(sent, TO, NOW - 900)).toMatchObject({ wait: 60 })
    expect(codeState(sent, TO, NOW + 60_000)).toMatchObject({ kind: 'sent', wait: 0 })
  })
  it('is none for another number, whose own may be sent at once', () => {
    expect(codeState(sent, '+8613900000000', NOW)).toEqual({ kind: 'elsewhere', to: TO })
  })
  it('still counts while the number is being typed anew', () =>
    expect(codeState(sent, null, NOW)).toMatchObject({ kind: 'sent', to: TO }))
  it('expires', () => expect(codeState(sent, TO, NOW + 600_000)).toEqual({ kind: 'expired' }))
  it('is none before it was sent', () => expect(codeState(null, TO, NOW)).toEqual({ kind: 'none' }))
})
