import { describe, expect, it } from 'vitest'
import { addressOf, isExample, mayFrame, withKey } from './outside.ts'

const own = 'https://sale.example'

describe('links to other sites', () => {
  it('lead where the operator says, and nowhere else', () => {
    expect(addressOf({ shop: 'https://shop.example/a', backOffice: '' }, 'shop')?.href).toBe('https://shop.example/a')
    expect(addressOf({ shop: 'javascript:alert(1)', backOffice: '' }, 'shop')).toBeNull()
    expect(addressOf({ shop: '', backOffice: '' }, 'backOffice')).toBeNull()
  })
  it.each(['https://shop.timber.example/', 'https://example.com/shop', 'http://a.b.example.org', 'https://x.invalid'])(
    'are examples below reserved names: %s',
    (address) => expect(isExample(new URL(address))).toBe(true),
  )
  it.each(['https://shop.timber.cn/', 'https://anexample.com', 'https://example.timber.cn', 'http://127.0.0.1:1'])(
    'are real elsewhere: %s',
    (address) => expect(isExample(new URL(address))).toBe(false),
  )
  it('take the key beside what the address has of its own', () => {
    expect(withKey(new URL('https://shop.example/a?b=1#c'), 'k-_1')).toBe('https://shop.example/a?b=1&key=k-_1#c')
  })
})

describe('a page in a frame', () => {
  const frames = ['https://maps.example', 'https://docs.example/any/path']
  it.each(['https://maps.example/x?y', 'https://docs.example/'])('is shown from an origin on the list: %s', (src) => {
    expect(mayFrame(src, frames, own)?.href).toBe(src)
  })
  it.each([
    undefined,
    '',
    'maps.example',
    'http://maps.example/',
    'https://maps.example.evil/',
    'https://evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
  ])('is not shown otherwise: %s', (src) => expect(mayFrame(src, frames, own)).toBeNull())
  it('is never one of our own', () => expect(mayFrame(`${own}/index`, [own], own)).toBeNull())
})
