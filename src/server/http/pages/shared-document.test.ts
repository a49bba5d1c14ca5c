import { expect, test } from 'vitest'
import { linkOf, linkTargetOf } from './link-facts.ts'
import { sharedDocument } from './shared-document.ts'

const template =
  '<html lang="zh-CN"><head><title>x</title><meta name="description" content="y" /></head><body><div id="root"></div><noscript>z</noscript></body></html>'
const sale = {
  title: 'Spring “A” <b>&"',
  text: 'Begins 2026-11-20 14:00 (Beijing time), Taicang. Number of lots: 40.',
  picture: '/prod-api/common/pictures/oak-pile-1.webp',
}
const of = (
  origin: string | null,
  locale: 'zh' | 'en' = 'en',
  also: Partial<typeof sale> | { picture: null } = {},
): string =>
  sharedDocument({ template, locale, href: '/target/list?scheduleTimelineId=s', origin, facts: { ...sale, ...also } })

test('a shared page names itself, its text and its picture, all of them absolute', () => {
  const page = of('https://sale.example')
  for (const said of [
    '<meta property="og:title" content="Spring “A” &lt;b>&amp;&quot;">',
    '<meta property="og:description" content="Begins 2026-11-20 14:00 (Beijing time), Taicang. Number of lots: 40.">',
    '<meta property="og:url" content="https://sale.example/target/list?scheduleTimelineId=s">',
    '<meta property="og:image" content="https://sale.example/prod-api/common/pictures/oak-pile-1.webp">',
    '<noscript><h1>Spring “A” &lt;b>&amp;"',
  ])
    expect(page).toContain(said.replace('&amp;"', '&amp;&quot;'))
  expect(page).not.toContain('<b>')
  expect(page).toContain('<div id="root"></div>')
})

test('it speaks the reader’s language, and names no address that is not known', () => {
  expect(of(null, 'zh')).toContain('<html lang="zh-CN"')
  expect(of(null, 'zh')).toContain(' · 木材竞价采购平台</title>')
  for (const absolute of ['og:url', 'og:image"']) expect(of(null)).not.toContain(absolute)
})

test('a catalogue without a picture is shown with the app’s own', () => {
  const page = of('https://sale.example', 'en', { picture: null })
  expect(page).toContain('<meta property="og:image" content="https://sale.example/icon-512.png">')
  expect(page).toContain('<meta name="twitter:card" content="summary">')
})

test('addresses name a sale, a lot or an article, and are written back as they were read', () => {
  const read = (address: string) => {
    const { pathname, searchParams } = new URL(address, 'https://sale.example')
    return linkTargetOf(pathname, searchParams)
  }
  for (const [address, target] of [
    ['/target/list?scheduleTimelineId=s-1', { kind: 'sale', timelineId: 's-1' }],
    ['/target/detail/l-1/s-1', { kind: 'lot', lotId: 'l-1', timelineId: 's-1' }],
    ['/news/detail?id=n-1', { kind: 'news', newsId: 'n-1' }],
  ] as const) {
    expect(read(address)).toEqual(target)
    expect(linkOf(target)).toBe(address)
  }
  expect(read('/venue/detail?scheduleTimelineId=s-1')).toEqual({ kind: 'sale', timelineId: 's-1' })
  for (const address of [
    '/venue/detail',
    '/target/list',
    '/target/detail/l-1',
    '/target/detail/a/b/c',
    '/news?id=n-1',
    '/index',
  ])
    expect(read(address)).toBeNull()
})
