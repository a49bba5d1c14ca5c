import { expect, test } from 'vitest'
import { localeOf } from './language.ts'

test.each([
  [undefined, 'zh'],
  ['', 'zh'],
  ['zh_CN', 'zh'],
  ['en_US', 'en'],
  ['en-GB,en;q=0.9,zh;q=0.5', 'en'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['de-DE,de;q=0.9,en;q=0.7', 'en'],
  ['fr', 'zh'],
  ['en;q=0', 'zh'],
  ['zh;q=0.2,en;q=0.3', 'en'],
  ['*', 'zh'],
  ['english', 'zh'],
  ['EN', 'en'],
  [';;,,q=1', 'zh'],
  ['en ; q=0.5, zh;q=0.4', 'en'],
])('%s is answered in %s', (header, locale) => {
  expect(localeOf(header)).toBe(locale)
})
