import { expect, it } from 'vitest'
import { DEFAULT_LAYOUT, parseLayout } from './layout.ts'

it('has the defaults of spec §9: #409EFF, size medium, device desktop, dark side menu, tabs on, fixed header on, logo on, dynamic title on', () => {
  expect(parseLayout(null)).toEqual({
    theme: '#409EFF',
    scheme: 'device',
    size: 'medium',
    device: 'desktop',
    sideTheme: 'dark',
    topNav: false,
    tagsView: true,
    fixedHeader: true,
    sidebarLogo: true,
    dynamicTitle: true,
    saveData: false,
  })
})
it('keeps what was chosen', () => {
  const chosen = {
    theme: '#018C39',
    scheme: 'dark',
    size: 'large',
    device: 'mobile',
    sideTheme: 'light',
    topNav: true,
    tagsView: false,
    fixedHeader: false,
    sidebarLogo: false,
    dynamicTitle: false,
    saveData: true,
  }
  expect(parseLayout(JSON.stringify(chosen))).toEqual(chosen)
})
it('adds to what an older version kept', () => {
  expect(parseLayout('{"theme":"#018C39","scheme":"dark"}')).toEqual({
    ...DEFAULT_LAYOUT,
    theme: '#018C39',
    scheme: 'dark',
  })
})
it.each(['', 'null', '7', '[]', '{"theme":"red","scheme":"loud","size":"mini","tagsView":"no"}', '{'])(
  'survives %j in the storage',
  (text) => {
    expect(parseLayout(text)).toEqual(DEFAULT_LAYOUT)
  },
)
