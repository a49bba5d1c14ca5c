import { expect, it } from 'vitest'
import { parseLayout } from './layout.ts'

it('follows the device in the default colour when nothing was chosen', () => {
  expect(parseLayout(null)).toEqual({ theme: '#409EFF', scheme: 'device' })
})
it('keeps what was chosen', () => {
  expect(parseLayout('{"theme":"#018C39","scheme":"dark"}')).toEqual({ theme: '#018C39', scheme: 'dark' })
})
it.each(['', 'null', '7', '{"theme":"red","scheme":"loud"}', '{'])('survives %j in the storage', (text) => {
  expect(parseLayout(text)).toEqual({ theme: '#409EFF', scheme: 'device' })
})
