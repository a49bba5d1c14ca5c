import { describe, expect, it } from 'vitest'
import { safeCookies, safeStorage } from './storage.ts'

const blocked = () => new DOMException('blocked', 'SecurityError')
const full = () => new DOMException('full', 'QuotaExceededError')
const fail = (error: () => Error) => (): never => {
  throw error()
}
const holding = (texts: Record<string, string>, over: Partial<Storage> = {}): Storage =>
  Object.assign(
    Object.create({
      getItem: (name: string) => texts[name] ?? null,
      setItem: (name: string, value: string) => void (texts[name] = value),
      removeItem: (name: string) => void delete texts[name],
      ...over,
    }) as Storage,
    texts,
  )

describe('no local storage', () => {
  it.each([
    ['is null', () => null],
    ['is blocked: its getter throws', fail(blocked)],
    [
      'throws on get and set',
      () => holding({}, { getItem: fail(blocked), setItem: fail(blocked), removeItem: fail(blocked) }),
    ],
    ['is full', () => holding({}, { setItem: fail(full) })],
  ])('%s: texts last as long as the page', (_, of) => {
    const storage = safeStorage(of)
    expect(storage.getItem('locale')).toBeNull()
    storage.setItem('locale', 'en')
    expect(storage.getItem('locale')).toBe('en')
    expect(storage.keys()).toEqual(['locale'])
    storage.removeItem('locale')
    expect(storage.getItem('locale')).toBeNull()
    expect(storage.keys()).toEqual([])
  })
  it('a full one shows the newest text, not the stored one', () => {
    const storage = safeStorage(() => holding({ locale: 'zh' }, { setItem: fail(full) }))
    storage.setItem('locale', 'en')
    expect(storage.getItem('locale')).toBe('en')
  })
})

it('blocked cookies last as long as the page', () => {
  for (const set of [() => undefined, fail(blocked)]) {
    const cookies = safeCookies({ get: () => null, set, remove: fail(blocked) })
    cookies.set('token', 'a')
    expect(cookies.get('token')).toBe('a')
    cookies.remove('token')
    expect(cookies.get('token')).toBeNull()
  }
})
