import { describe, expect, it } from 'vitest'
import type { MenuRoute } from './menu.ts'
import { menuPath, screenAt, targetOf } from './screens.ts'

const entry = (path: string, component: string, meta: Partial<MenuRoute['meta']> = {}): MenuRoute => ({
  name: path,
  path,
  component,
  hidden: false,
  children: [],
  meta: { title: path, icon: null, link: null, frame: null, ...meta },
})

describe('components are mapped from the server’s names (spec §2)', () => {
  it('to a screen, with the query of the entry', () => {
    expect(targetOf(entry('/news?type=0', 'news/index'))).toEqual({ kind: 'screen', href: '/news?type=0' })
    expect(targetOf(entry('/user/order/sign', 'order/sign'))).toEqual({ kind: 'screen', href: '/user/order/sign' })
  })
  it('the lots to sign have two addresses and one place in the menu', () => {
    expect(menuPath('/order/sign')).toBe('/user/order/sign')
    expect(['/user/order/sign', '/order/sign/detail', '/constructor'].map(menuPath)).toEqual([
      '/user/order/sign',
      '/order/sign/detail',
      '/constructor',
    ])
  })
  it('to a screen under an address of the server’s own', () => {
    const menu = [{ ...entry('/', 'Layout'), children: [entry('/market?type=2', 'news/index')] }]
    expect(screenAt(menu, '/market')).toBe('/news?type=2')
    expect(screenAt(menu, '/elsewhere')).toBeNull()
  })
  it('to another site, in a new tab', () =>
    expect(targetOf(entry('x', 'x', { link: 'https://shop.example' }))).toEqual({
      kind: 'outside',
      href: 'https://shop.example',
    }))
  it('to a frame', () => {
    expect(targetOf(entry('/map', '', { frame: 'https://maps.example/?a=1&b' }))).toEqual({
      kind: 'frame',
      href: '/frame?src=https%3A%2F%2Fmaps.example%2F%3Fa%3D1%26b',
    })
  })
  it('a name of a newer server is left out, and never turns in a circle', () => {
    expect(targetOf(entry('/new', 'new/thing'))).toBeNull()
    expect(screenAt([entry('/no/such', 'new/thing')], '/no/such')).toBeNull()
    expect(screenAt([entry('/index', 'home/index')], '/index')).toBeNull()
  })
})
