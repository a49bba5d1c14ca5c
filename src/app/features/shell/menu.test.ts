import { expect, it } from 'vitest'
import { currentItem, MENU } from './menu.ts'

it('marks the page one is on', () => expect(currentItem(MENU, { pathname: '/index', hash: '' })).toBe('home'))
it('marks the part of the page one went to, not the page as well', () => {
  expect(currentItem(MENU, { pathname: '/index', hash: 'results' })).toBe('results')
})
it('marks the page when the part is unknown', () => expect(currentItem(MENU, { pathname: '/index', hash: 'x' })).toBe('home'))
it('marks nothing elsewhere', () => expect(currentItem(MENU, { pathname: '/target/list', hash: 'results' })).toBeNull())
