import { expect, it } from 'vitest'
import { offlineFiles, type BuildGraph } from './offline-files.ts'

const SRC = '/repo/src/app'
const split = (route: string): string => `${SRC}/routes/${route}.tsx?tsr-split=component`
/** The modules of each chunk, by the chunk's name. */
const CHUNKS = {
  first: [`${SRC}/boot/main.tsx`, `${SRC}/boot/Home.tsx`, `${SRC}/features/shell/Header.tsx`],
  router: [`${SRC}/boot/router.tsx`, `${SRC}/routes/news.tsx`],
  exchange: ['/repo/src/client/calls/exchange.ts'],
  menu: [`${SRC}/features/shell/MobileMenu.tsx`],
  login: [split('login')],
  centre: [split('_signedIn._centre')],
  order: [split('_signedIn._centre.user.order')],
  news: [split('news'), `${SRC}/features/content/NewsPage.tsx`, `${SRC}/ui/markdown/Markdown.tsx`],
  elements: [`${SRC}/ui/markdown/Elements.tsx`],
  lots: [`${SRC}/features/lotBoards/HomeLots.tsx`],
  audit: [split('_signedIn._centre.desk.audit')],
  english: [`${SRC}/locales/en.po`],
} as const
const later: Readonly<Record<string, readonly string[]>> = {
  [`${SRC}/boot/Home.tsx`]: [`${SRC}/features/lotBoards/HomeLots.tsx`],
  [`${SRC}/features/shell/Header.tsx`]: [`${SRC}/features/shell/MobileMenu.tsx`],
  [`${SRC}/ui/markdown/Markdown.tsx`]: [`${SRC}/ui/markdown/Elements.tsx`],
  [`${SRC}/lib/i18n/index.ts`]: [`${SRC}/locales/en.po`],
}
const imports: Readonly<Record<string, readonly string[]>> = {
  [split('news')]: [`${SRC}/features/content/NewsPage.tsx`],
  [`${SRC}/features/content/NewsPage.tsx`]: [`${SRC}/ui/markdown/Markdown.tsx`, `${SRC}/lib/i18n/index.ts`],
}

/** The offline class of each chunk, keyed by its name in `CHUNKS`. */
function heldOf(name: (chunk: string) => string): Record<string, string | undefined> {
  const graph: BuildGraph = {
    chunks: Object.entries(CHUNKS).map(([chunk, moduleIds]) => ({
      fileName: name(chunk),
      moduleIds: [...moduleIds],
      imports: [],
      isEntry: chunk === 'first',
    })),
    module: (id) => ({ importedIds: imports[id] ?? [], dynamicallyImportedIds: later[id] ?? [] }),
  }
  const held = offlineFiles(graph)
  return Object.fromEntries(Object.keys(CHUNKS).map((chunk) => [chunk, held.get(name(chunk))]))
}

const HELD = {
  first: undefined,
  router: 'shell',
  exchange: 'shell',
  menu: 'shell',
  login: 'shell',
  centre: 'reading',
  order: 'reading',
  news: 'reading',
  elements: 'reading',
  lots: 'reading',
  audit: undefined,
  english: undefined,
}

it('the shell and the screens for reading are held offline, the operator’s and other languages are not', () => {
  expect(heldOf((chunk) => `assets/${chunk}-AAAAAAAA.js`)).toEqual(HELD)
})

it('a renamed chunk is still held', () => {
  const names = Object.keys(CHUNKS)
  expect(heldOf((chunk) => `assets/${names.indexOf(chunk)}-BBBBBBBB.js`)).toEqual(HELD)
})
