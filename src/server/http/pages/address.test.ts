import { describe, expect, it } from 'vitest'
import { writtenAt } from './address.ts'

const at = (href: string) => {
  const { pathname, searchParams } = new URL(href, 'http://here')
  return writtenAt(pathname, searchParams)?.href ?? null
}

describe('which addresses the server writes', () => {
  it.each([
    ['/', '/index'],
    ['/index?from=mail&lang=en', '/index'],
    ['/rules', '/rules'],
    ['/rules?lang=en', '/rules'],
    ['/rules?name=help-bidding', '/rules?name=help-bidding'],
    ['/news?type=2&lang=zh', '/news?type=2'],
    ['/news/detail?id=7', '/news/detail?id=7'],
    ['/home/list?list=deal', '/home/list?list=deal'],
    ['/login?redirect=%2Fuser%2Fsign', '/login'],
  ])('%s as %s', (asked, written) => expect(at(asked)).toBe(written))

  it.each([
    ['what takes an account', '/user/sign'],
    ['what is not a page', '/constructor'],
    ['a further page of a list', '/news?type=1&page=2'],
    ['a list that there is not', '/home/list?list=all'],
    ['the same asked twice', '/news?type=1&type=2'],
    ['a name that is none', '/rules?name=%3Cscript%3E'],
    ['any other parameter', '/rules?utm_source=x'],
    ['a later step of a form', '/register?step=2'],
  ])('not %s', (_, asked) => expect(at(asked)).toBeNull())
})
