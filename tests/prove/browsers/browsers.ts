import { existsSync, mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { desc, eq } from 'drizzle-orm'
import { captchaHash } from '../../../src/server/auth/captcha.ts'
import type { Store } from '../../../src/server/store/open.ts'
import { captcha } from '../../../src/server/store/schema.ts'
import { openLink } from '../../link/link.ts'
import { storeOf } from '../../support/reader.ts'
import { startServer } from '../../support/server.ts'
import { noneOf } from '../proof.ts'
import type { Figures, Options, Proof } from '../proof.ts'
import { openFirefox } from './firefox.ts'
import { offline, practice, register, sign } from './journeys.ts'
import { Tab } from './tab.ts'
import type { Wire } from './tab.ts'
import { openWebKit } from './webkit.ts'

const PICTURES = join(import.meta.dirname, '../../../test-results/browsers')
const CODE = 'TEAK'
const SIZES: Readonly<Record<string, readonly [width: number, height: number]>> = {
  phone: [390, 844],
  wide: [1440, 900],
}
/** Each entry has a browser of its own: a visitor, and a buyer. */
const JOURNEYS = [{ register }, { practice, offline, sign }]

const LIBRARIES = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu'
/** Where Debian puts them. */
const BROWSERS: readonly (readonly [name: string, paths: readonly string[], open: (path: string) => Promise<Wire>])[] =
  [
    ['Firefox', ['/usr/bin/firefox-esr', '/usr/bin/firefox'], openFirefox],
    [
      'WebKitGTK',
      ['6.0', '4.1', '4.0'].map((version) => `/usr/lib/${LIBRARIES}/webkit2gtk-${version}/MiniBrowser`),
      openWebKit,
    ],
  ]

export const browsers: Proof = {
  name: 'browsers',
  promise: 'What a buyer does works in the other two families of browsers, on a phone and at a desk',
  full: (options) => browsersHold(Object.entries(SIZES), options),
  sample: (options) => browsersHold(Object.entries(SIZES).slice(0, 1), options),
}

type Sizes = readonly (readonly [name: string, size: readonly [width: number, height: number]])[]

async function browsersHold(sizes: Sizes, { say, only = [] }: Options): Promise<Figures> {
  mkdirSync(PICTURES, { recursive: true })
  const failed: string[] = []
  let ended = 0
  for (const [name, paths, open] of BROWSERS) {
    const path = paths.find((one) => existsSync(one))
    if (path === undefined) {
      failed.push(`${name} is not installed (Debian: firefox-esr, webkit2gtk-driver, xvfb)`)
      continue
    }
    for (const [size, inner] of sizes) {
      if (only.length > 0 && !only.some((begin) => `${name} ${size}`.startsWith(begin))) continue
      const server = await startServer()
      const link = await openLink({ target: server.url })
      const store = await storeOf(server.dataDir)
      try {
        for (const journeys of JOURNEYS) {
          const tab = new Tab(await open(path), link.url)
          try {
            await tab.open('/healthz')
            await tab.ask(() => localStorage.setItem('locale', 'zh'))
            await tab.resize(...inner)
            const look = async (what: string): Promise<void> => {
              await tab.until('the end of its transitions', () =>
                document.getAnimations().every((one) => !(one instanceof CSSTransition)),
              )
              await writeFile(join(PICTURES, `${name}-${size}-${what.replaceAll(' ', '-')}.png`), await tab.picture())
            }
            for (const [what, run] of Object.entries(journeys)) {
              try {
                await run({ tab, link, readCode: () => readCode(store), look })
                ended += 1
                say(`${name}, ${size}: ${what}`)
              } catch (error) {
                link.restore()
                await look(`failed ${what}`)
                const where = await tab.ask(() => location.href).catch(() => '')
                failed.push(
                  `${name}, ${size}, ${what}: ${error instanceof Error ? error.message : String(error)} (${where})`,
                )
                say(failed.at(-1) ?? '')
              }
            }
          } finally {
            await tab.close()
          }
        }
      } finally {
        await store.close()
        await link.close()
        await server.stop()
      }
    }
  }
  const figures = { 'journeys that came to their end': ended }
  noneOf({ 'journeys that did not': failed }, figures)
  return figures
}

/** Machines cannot read these pictures, so the newest one gets a known text. */
async function readCode({ db }: Store): Promise<string> {
  const [newest] = await db.select().from(captcha).orderBy(desc(captcha.expiresAt)).limit(1)
  if (newest === undefined) throw new Error('no picture was asked for')
  await db
    .update(captcha)
    .set({ textHash: captchaHash(newest.id, CODE) })
    .where(eq(captcha.id, newest.id))
  return CODE.toLowerCase()
}
