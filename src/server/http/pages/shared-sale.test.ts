import { expect, test } from 'vitest'
import { sharedDocument } from './shared-sale.ts'

const template =
  '<html lang="zh-CN"><head><title>x</title><meta name="description" content="y" /></head><body><div id="root"></div><noscript>z</noscript></body></html>'
const sale = {
  name: 'Spring “A” <b>&"',
  venue: 'Taicang',
  startTime: Date.UTC(2026, 10, 20, 6),
  lots: 40,
  picture: '/prod-api/common/pictures/oak-pile-1.webp',
}
const of = (
  origin: string | null,
  locale: 'zh' | 'en' = 'en',
  also: Partial<typeof sale> | { picture: null } = {},
): string =>
  sharedDocument({ template, locale, href: '/target/list?scheduleTimelineId=s', origin, sale: { ...sale, ...also } })

test('a sale that is passed on names itself, its time and its picture, all of them absolute', () => {
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
  expect(of(null, 'zh')).toContain('2026-11-20 14:00（北京时间）开始，Taicang，共 40 项标的。')
  for (const absolute of ['og:url', 'og:image"']) expect(of(null)).not.toContain(absolute)
})

test('a catalogue without a picture is shown with the app’s own', () => {
  const page = of('https://sale.example', 'en', { picture: null })
  expect(page).toContain('<meta property="og:image" content="https://sale.example/icon-512.png">')
  expect(page).toContain('<meta name="twitter:card" content="summary">')
})
