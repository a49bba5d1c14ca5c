import { describe, expect, it } from 'vitest'
import { gateOf, type Standing } from './gate.ts'

const nobody: Standing = { signedIn: false, mayRead: false, inVenue: false }
const someone: Standing = { ...nobody, signedIn: true }

describe('spec §2, access rules', () => {
  it.each(['/', '/index', '/login', '/404', '/401', '/index/', '/redirect/index'])('%s is open', (path) => {
    expect(gateOf(path, nobody)).toBe('pass')
  })
  it.each(['/target/list', '/target/detail/1/2', '/user', '/anything'])('%s takes a seller token', (path) => {
    expect(gateOf(path, nobody)).toBe('login')
    expect(gateOf(path, someone)).toBe('pass')
  })
  it('somebody signed in has no business at /login', () => expect(gateOf('/login', someone)).toBe('home'))
  it('/venue/detail takes a venue token and no other', () => {
    expect(gateOf('/venue/detail', someone)).toBe('noVenue')
    expect(gateOf('/venue/detail', { ...nobody, inVenue: true })).toBe('pass')
  })
  it('a session that ran out offline still reads', () => expect(gateOf('/target/list', { ...nobody, mayRead: true })).toBe('pass'))
})
