import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { launchOptions } from '../../support/browser.ts'
import { startServer } from '../../support/server.ts'
import { noneOf, sizes } from '../proof.ts'
import type { Figures, Options, Proof } from '../proof.ts'
import { sights, type Reader, type Sight } from './addresses.ts'
import { measure, type Fault } from './measure.ts'

/** The same screens by touch and by mouse; axe checks the first of each. */
const HANDS = [
  {
    name: 'touch',
    touch: true,
    windows: [
      [390, 844],
      [360, 640],
      [768, 1024],
    ],
  },
  {
    name: 'mouse',
    touch: false,
    windows: [
      [1440, 900],
      [1920, 1080],
    ],
  },
] as const
const LANGS = ['zh', 'en'] as const
const SCHEMES = ['light', 'dark'] as const
/** `axe` takes most of the time. */
const LOOKS = ['layout', 'axe'] as const
const VISITOR = 'visitor'
const READERS = [VISITOR, 'buyer1', 'seller1', 'admin', 'host'] as const

/**
 * A share of the looks: `--only zh --only touch --only buyer1`, or the beginning of a screen's name. Several values of
 * one sort are alternatives.
 */
interface Share {
  readonly langs: readonly string[]
  readonly hands: readonly string[]
  readonly readers: readonly string[]
  readonly looks: readonly string[]
  readonly names: readonly string[]
}

const takes = (some: readonly string[], one: string): boolean => some.length === 0 || some.includes(one)

function shareOf(only: readonly string[]): Share {
  const among = (all: readonly string[]): readonly string[] => only.filter((part) => all.includes(part))
  const [langs, hands, readers, looks] = [
    among(LANGS),
    among(HANDS.map(({ name }) => name)),
    among(READERS),
    among(LOOKS),
  ]
  const names = only.filter((part) => ![langs, hands, readers, looks].flat().includes(part))
  return { langs, hands, readers, looks, names }
}

/** Screens of a sample, one of each kind. */
const SAMPLE = new Set(['Index', 'TargetList', 'DeskSales'])

export const screens: Proof = {
  name: 'screens',
  promise:
    'On every screen, in five sizes, both languages and schemes: no sideways scroll, no clipped word, no targets that overlap or are too small for a thumb, and nothing that axe finds',
  full: (options) => prove(sights(), options),
  sample: (options) =>
    prove(
      sights().filter(({ name }) => SAMPLE.has(name)),
      options,
    ),
}

async function prove(all: readonly Sight[], options: Options): Promise<Figures> {
  const server = await startServer()
  try {
    return await lookAt(server.url, all, options)
  } finally {
    await server.stop()
  }
}

/** Looks at the screens of a server with the demo world. */
export async function lookAt(url: string, all: readonly Sight[], { only = [], say }: Options): Promise<Figures> {
  const share = shareOf(only)
  const wanted = all.filter(
    ({ name, reader }) =>
      takes(share.readers, reader ?? VISITOR) &&
      (share.names.length === 0 || share.names.some((part) => name.startsWith(part))),
  )
  const browser = await chromium.launch(launchOptions())
  const found = new Found()
  try {
    for (const lang of LANGS.filter((one) => takes(share.langs, one)))
      for (const hand of HANDS.filter(({ name }) => takes(share.hands, name)))
        for (const reader of new Set(wanted.map((sight) => sight.reader))) {
          const context = await contextOf(browser, url, lang, hand.touch, reader)
          const page = await context.newPage()
          for (const sight of wanted.filter((one) => one.reader === reader)) {
            await page.setViewportSize({ width: hand.windows[0][0], height: hand.windows[0][1] })
            await open(page, url + sight.path)
            await look(page, hand, `${sight.name} (${reader ?? VISITOR}, ${lang}`, found, share)
          }
          await context.close()
          say(`  ${lang}, ${hand.name}, ${reader ?? VISITOR}: ${found.faults()} faults so far`)
        }
  } finally {
    await browser.close()
  }
  for (const line of found.lines()) say(line)
  const figures = { screens: wanted.length, looks: found.looks, ...sizes(found.byKind()) }
  noneOf(found.byKind(), figures)
  return figures
}

async function look(
  page: Page,
  { touch, windows }: (typeof HANDS)[number],
  place: string,
  found: Found,
  { looks }: Share,
): Promise<void> {
  const [layout, axe] = LOOKS.map((one) => takes(looks, one))
  for (const [at, [width, height]] of windows.entries())
    for (const colorScheme of SCHEMES) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await atRest(page, colorScheme)
      const where = `${place}, ${width}×${height}, ${colorScheme})`
      found.looks += 1
      // Colours move no element.
      if (layout && colorScheme === 'light')
        for (const fault of await page.evaluate(measure, touch)) found.add(fault.kind, fault.where, where)
      if (!axe || at > 0) continue
      const { violations } = await new AxeBuilder({ page }).analyze()
      for (const { id, nodes } of violations) {
        const [node] = nodes
        found.add('axe', `${id} ${node?.target.join(' ') ?? ''}`, `${where} ${JSON.stringify(node?.any[0]?.data)}`)
      }
    }
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0)
  await page
    .waitForFunction(
      () =>
        document.querySelector('main [aria-busy="true"]') === null &&
        document.querySelector('main h1, main h2') !== null,
      undefined,
      { timeout: 15_000 },
    )
    .catch(() => undefined)
}

/** The scheme is drawn and no transition under way, for several frames: axe would measure a mixed colour. */
const atRest = (page: Page, scheme: string): Promise<void> =>
  page.evaluate(async (wanted) => {
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let still = 0; still < 3;) {
      await frame()
      const moving = document.getAnimations().filter((one) => one instanceof CSSTransition)
      await Promise.allSettled(moving.map(({ finished }) => finished))
      still = moving.length === 0 && matchMedia(`(prefers-color-scheme: ${wanted})`).matches ? still + 1 : 0
    }
  }, scheme)

async function contextOf(
  browser: Browser,
  url: string,
  lang: (typeof LANGS)[number],
  touch: boolean,
  reader: Reader,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: lang === 'zh' ? 'zh-CN' : 'en-GB',
    timezoneId: 'Asia/Shanghai',
    hasTouch: touch,
    isMobile: touch,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await context.addCookies([{ name: 'locale', value: lang, url }])
  await context.addInitScript((value) => localStorage.setItem('locale', value), lang)
  if (reader === null) return context
  const answer = await context.request.post(`${url}/prod-api/auth/login`, {
    data: { account: reader, password: 'Timber2026' },
  })
  const body = (await answer.json()) as { readonly data?: { readonly access_token?: string } }
  const token = body.data?.access_token
  if (token === undefined) throw new Error(`${reader} could not sign in: ${JSON.stringify(body)}`)
  await context.addCookies([{ name: 'Seller-Token', value: token, url }])
  await context.addInitScript(
    (value) => localStorage.setItem('session', value),
    JSON.stringify({ account: reader, endsAt: Date.now() + 3_600_000 }),
  )
  return context
}

type Kind = Fault['kind'] | 'axe'

/** Each fault once, with the places where it was seen. */
class Found {
  readonly #faults = new Map<string, { readonly kind: Kind; readonly what: string; readonly places: string[] }>()
  looks = 0

  add(kind: Kind, what: string, place: string): void {
    const key = `${kind} ${what}`
    const known = this.#faults.get(key)
    if (known) known.places.push(place)
    else this.#faults.set(key, { kind, what, places: [place] })
  }
  faults(): number {
    return this.#faults.size
  }
  byKind(): Readonly<Record<Kind, readonly string[]>> {
    const of = (kind: Kind): string[] =>
      [...this.#faults.values()]
        .filter((fault) => fault.kind === kind)
        .map(({ what, places }) => `${what} at ${places[0]}`)
    return {
      sideways: of('sideways'),
      clipped: of('clipped'),
      overlap: of('overlap'),
      small: of('small'),
      axe: of('axe'),
    }
  }
  lines(): readonly string[] {
    return [...this.#faults.values()].map(
      ({ kind, what, places }) => `  ${kind}: ${what} at ${places[0]} (${places.length}×)`,
    )
  }
}
