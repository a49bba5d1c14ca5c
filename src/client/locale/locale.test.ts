import { describe, expect, it } from 'vitest'
import { wantedLocale } from './locale.ts'

const stored = (value: string | null) => ({ getItem: () => value })

describe('the language that is wanted', () => {
  it('is Chinese when no language was chosen', () => expect(wantedLocale('', stored(null))).toBe('zh'))
  it('is what was stored', () => expect(wantedLocale('', stored('en'))).toBe('en'))
  it('is what the address asks for, over what was stored', () =>
    expect(wantedLocale('?lang=en', stored('zh'))).toBe('en'))
  it('is not whatever an address makes up', () => expect(wantedLocale('?lang=xx', stored('en'))).toBe('en'))
  it('is Chinese when the storage holds nonsense', () => expect(wantedLocale('', stored('fr'))).toBe('zh'))
})
