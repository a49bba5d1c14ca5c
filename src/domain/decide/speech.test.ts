import { expect, test } from 'vitest'
import { done, open, refused } from '../testing/scene.ts'
import { Room } from '../testing/room.ts'

const say = (room: Room, actor: string, text = 'Good timber.') => room.give(actor, { type: 'say', text })
const set = (room: Room, allowed: boolean, speaker: string | null = null, actor = 'host') =>
  room.give(actor, { type: 'setSpeech', allowed, speaker })

test('A10: bidders, sellers and the host speak; the text is trimmed', () => {
  const room = open()
  for (const actor of ['bidder:1', 'seller:S1', 'host', 'operator', 'room']) {
    expect(done(say(room, actor, '  Good timber. '))).toMatchObject([
      { type: 'message', from: actor, text: 'Good timber.' },
    ])
  }
  expect(room.state.messages.map((message) => message.from)).toEqual([
    'bidder:1',
    'seller:S1',
    'host',
    'operator',
    'room',
  ])
})

test('A1, A10: no other actor', () => {
  const room = open()
  for (const actor of ['audience', 'applicant', 'seller:S9'])
    expect(refused(say(room, actor)).refused).toBe('identity.not_allowed')
  expect(refused(say(room, 'bidder:9')).refused).toBe('bidder.not_admitted')
  expect(refused(say(new Room(), 'host')).refused).toBe('session.not_found')
})

test('A10: neither nothing nor more than 500 characters', () => {
  const room = open()
  expect(refused(say(room, 'bidder:1', ' \n '))).toEqual({ refused: 'speech.empty', numbers: { most: 500 } })
  expect(refused(say(room, 'bidder:1', 'x'.repeat(501))).refused).toBe('speech.empty')
  done(say(room, 'bidder:1', 'x'.repeat(500)))
})

test('A10: all gagged, but not the host', () => {
  const room = open()
  done(set(room, false))
  for (const actor of ['bidder:1', 'seller:S1']) expect(refused(say(room, actor)).refused).toBe('speech.gagged')
  done(say(room, 'host'))
  done(set(room, true))
  done(say(room, 'bidder:1'))
})

test('A10: one gagged, whatever holds for all', () => {
  const room = open()
  done(set(room, false, 'bidder:1'))
  expect(refused(say(room, 'bidder:1')).refused).toBe('speech.gagged')
  done(say(room, 'bidder:2'))
  done(set(room, true, 'bidder:1'))
  done(say(room, 'bidder:1'))
})

test('A10: setting what is set changes nothing', () => {
  const room = open()
  expect(done(set(room, true))).toEqual([])
  expect(done(set(room, true, 'bidder:1'))).toEqual([])
  done(set(room, false, 'bidder:1'))
  expect(done(set(room, false, 'bidder:1'))).toEqual([])
})

test('A10, A2: who can be gagged, and by whom', () => {
  const room = open()
  for (const speaker of ['host', 'room', 'seller:S9', 'constructor', ''])
    expect(refused(set(room, false, speaker)).refused).toBe('identity.not_allowed')
  expect(refused(set(room, false, 'bidder:9')).refused).toBe('bidder.not_admitted')
  done(set(room, false, 'seller:S2', 'operator'))
  for (const actor of ['bidder:1', 'seller:S1', 'room', 'audience'])
    expect(refused(set(room, false, null, actor)).refused).toBe('identity.not_allowed')
})

test('the newest hundred messages are kept', () => {
  const room = open()
  for (let i = 1; i <= 105; i++) done(say(room, 'host', `${i}`))
  expect(room.state.messages).toHaveLength(100)
  expect([room.state.messages[0]?.text, room.state.messages.at(-1)?.text]).toEqual(['6', '105'])
})
