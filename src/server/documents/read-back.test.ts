import { afterAll, expect, test } from 'vitest'
import { instant } from '../../domain/units.ts'
import { printable } from './document.ts'
import { openPress } from './press.ts'
import { cutIn, readPages, wantedOf } from './read-back.ts'

const press = openPress()
afterAll(() => press.close())

const filled = (text: string, length: number, end: string) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length - end.length) + end
const both = (zh: string, en: string) => ({ zh, en })
const LONG_WORD = 'Sahatavarankaukokuljetusyhteistoimintapalvelu'

/** A lot of the catalogue with the longest texts that forms allow. */
const longest = (no: number) => ({
  no,
  name: both(filled('欧洲橡木', 120, `完${no}`), filled(LONG_WORD, 120, `end${no}`)),
  goods: [filled('云杉 · 芬兰', 200, `货${no}`), filled(LONG_WORD, 200, `goods${no}`)],
  more: both(
    filled('本批锯材按根检尺，端头涂蜡防裂，堆放于室内货场。', 2000, `中文末句${no}`),
    filled(no % 2 === 0 ? 'Every board is measured, its ends are waxed. ' : 'a1b2c3d4', 2000, `last words ${no}`),
  ),
  papers: Array.from({ length: 20 }, (_, i) => ({
    name: both('树种鉴定证书', 'Species certificate'),
    reference: filled('FSC-C123456/', 120, `ref-${no}-${i}`),
  })),
  clause: filled('CIF Shanghai ', 80, `clause${no}`),
  from: both('奥文多', filled(LONG_WORD, 80, `from${no}`)),
  to: both('上海', 'Shanghai'),
  day: '2026-12-31',
  place: both(filled('太仓港万方木材堆场', 80, `堆${no}`), filled(LONG_WORD, 80, `yard${no}`)),
  payment: both('即期信用证', 'Letter of credit at sight'),
  quantity: '9,999,999.999',
  unit: both('m³', 'm³'),
  price: '99,999,999,999.99',
  step: '99,999,999.99',
  currency: 'CNY',
})
const short = (no: number) => ({ ...longest(no), more: both('短', 'short'), papers: [], goods: ['云杉'] })
const catalogue = (lots: readonly object[]) =>
  printable({
    template: 'catalogue',
    name: 'c.pdf',
    title: 't',
    head: `${filled('春季木材竞价会', 120, '完')} · 标的目录 Catalogue`,
    mark: '',
    hash: 'a'.repeat(64),
    watermark: null,
    at: instant(0),
    enclosed: [],
    data: {
      session: both(filled('春季木材竞价会', 120, '完'), filled(LONG_WORD, 120, 'sale')),
      starts: '2026-12-01',
      closes: '2026-11-30',
      venue: both(filled('太仓', 200, '厅'), filled('hall ', 200, 'hall')),
      lots,
    },
  })

test('the longest lots are on the pages of a catalogue whole', async () => {
  const { printing } = catalogue([longest(1), short(2), longest(3), longest(4), short(5), longest(6)])
  const pages = await readPages(new Uint8Array(await press.print(printing)))
  expect(pages.length).toBeGreaterThan(4)
  expect(cutIn(pages, wantedOf(JSON.parse(printing.data)))).toBeNull()
  const shown = pages.flatMap(({ runs }) => runs.map(({ text }) => text)).join('')
  for (const end of ['中文末句 1', 'last words 6', 'ref-4-19']) expect(shown.includes(end)).toBe(true)
})

test('a text below a page’s edge, and one that is on no page, are found', async () => {
  const { printing } = catalogue([longest(1), short(2)])
  const pages = await readPages(new Uint8Array(await press.print(printing)))
  const wanted = wantedOf(JSON.parse(printing.data))
  const moved = (by: number) =>
    pages.map((page) => ({
      ...page,
      runs: page.runs.map((run) =>
        run.text.includes('short') ? { ...run, bottom: run.bottom - by, top: run.top - by } : run,
      ),
    }))
  expect(cutIn(moved(0), wanted)).toBeNull()
  expect(cutIn(moved(900), wanted)).toMatchObject({ path: ['lots', '1', 'more', 'en'] })
  const more = [...wanted, { path: ['note'], text: 'on no page' }]
  expect(cutIn(pages, more)).toMatchObject({ path: ['note'] })
  // A page’s edge to the right, too.
  const wide = pages.map((page) => ({ ...page, width: 300 }))
  expect(cutIn(wide, wanted)).not.toBeNull()
})

test('nothing is printed of a document that does not show all of its data: its field is named', async () => {
  const { printing } = catalogue([short(1), short(2)])
  const data = JSON.parse(printing.data) as { lots: object[] }
  const lots = data.lots.map((lot, i) => (i === 1 ? { ...lot, more: { zh: '短', en: 'short', x: 'unseen' } } : lot))
  await expect(press.print({ ...printing, data: JSON.stringify({ ...data, lots }) })).rejects.toMatchObject({
    name: 'DocumentCut',
    field: '标的 Lot 2 · 补充说明 Remarks',
    text: 'unseen',
  })
})
