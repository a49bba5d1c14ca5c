import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { isFile } from '../../../src/client/outbox/items.ts'
import { cleanPicture } from '../../../src/server/files/picture.ts'
import { openDisk } from '../../../src/server/files/disk.ts'
import * as schema from '../../../src/server/store/schema.ts'
import type { Store } from '../../../src/server/store/open.ts'
import { until } from '../../support/until.ts'
import { Chromium } from '../drafts/chromium.ts'
import { signIn } from '../drafts/page.ts'
import { FORM, itemsOf } from './page.ts'
import type { Step } from './plan.ts'

/** The surroundings of a schedule: a lane's own server behind an address that stays. */
export interface Lane {
  readonly url: string
  readonly store: Store
  /** Where the server keeps files. */
  readonly filesDir: string
  readonly cut: (ms: number) => Promise<void>
  readonly killServer: () => Promise<void>
  readonly deploy: () => void
}
interface Picked {
  readonly name: string
  readonly bytes: Buffer
}

const ENDS_MS = 300_000

/** One person at one browser, who picks pictures and sends the form while things break. */
export class UploadSender {
  readonly lost: string[] = []
  readonly twice: string[] = []
  readonly changed: string[] = []
  readonly counts: Record<string, number> = {}
  readonly #chromium = new Chromium()
  readonly #lane: Lane
  readonly #me: { readonly account: string; readonly password: string }
  #context: BrowserContext | null = null
  #pages: Page[] = []
  /** Pictures by the name that they were given, as they were picked. */
  readonly #picked: Picked[] = []
  /** The newest picked file that the device has confirmed. */
  #promised: string | null = null
  #sent = false

  constructor(lane: Lane, me: { readonly account: string; readonly password: string }) {
    this.#lane = lane
    this.#me = me
  }

  async begin(): Promise<void> {
    this.#context = await this.#chromium.start()
    this.#pages = []
    await this.#openTab()
  }

  async leave(): Promise<void> {
    await this.#chromium.remove()
  }

  async does(step: Step): Promise<void> {
    this.counts[step.do] = (this.counts[step.do] ?? 0) + 1
    switch (step.do) {
      case 'pick':
        return this.#pick(step.sure, step.large)
      case 'send':
        return this.#send(step.sure)
      case 'kill the browser':
        await this.#chromium.kill9()
        return this.begin()
      case 'kill the server':
        return this.#lane.killServer()
      case 'cut the link':
        return this.#lane.cut(step.ms)
      case 'new version':
        this.#lane.deploy()
        await this.#page.reload()
        return this.#reach(this.#page)
      case 'second tab':
        return this.#openTab()
      case 'end the session':
        return this.#endSession()
    }
  }

  /** Without faults now: each promised form must reach the server, once. */
  async ends(): Promise<void> {
    const giveUp = AbortSignal.timeout(ENDS_MS)
    await this.#page.goto(`${this.#lane.url}/user/company`)
    await this.#reach(this.#page)
    while (!(await this.#certification()) && !giveUp.aborted) {
      const items = await itemsOf(this.#page, this.#me.account)
      const waiting = items.some(({ kind, state }) => kind === 'form' && (state === 'waiting' || state === 'sending'))
      if (!waiting) {
        // It may have arrived between the two looks.
        if (await this.#certification()) break
        if (this.#sent) this.lost.push(`the form is gone: ${JSON.stringify(items)}`)
        if (!items.some(isFile)) await this.#pick(true, false)
        await this.#send(true)
      }
      await wait(500)
    }
    await this.#judge()
  }

  get #page(): Page {
    const page = this.#pages.at(-1)
    if (!page) throw new Error('no page')
    return page
  }

  async #openTab(): Promise<void> {
    if (!this.#context) throw new Error('no browser')
    if (this.#pages.length > 2) return
    const page = await this.#context.newPage()
    this.#pages.push(page)
    await page.goto(`${this.#lane.url}/user/company`)
    await this.#reach(page)
  }

  /** Waits until the company's page shows its content. */
  async #reach(page: Page): Promise<void> {
    const there = page.locator('form [name=name], [data-testid=waiting-form], main [class*=standing]').first()
    const login = page.locator('main form:has([name=account]):has([autocomplete=current-password])')
    await there.or(login).first().waitFor()
    if (!(await login.isVisible())) return
    await signIn(page, this.#me.account, this.#me.password)
    await there.waitFor()
  }

  async #endSession(): Promise<void> {
    await this.#context?.addCookies([{ name: 'Seller-Token', value: 'over', url: this.#lane.url }])
    const page = this.#page
    await page.reload()
    const expired = page.getByRole('dialog').getByRole('button', { name: '确定' })
    const login = page.locator('main form:has([name=account])')
    // Where another tab heard of it first, the page itself asks to sign in again.
    const again = page.locator('main').getByRole('link', { name: '重新登录' })
    // The dialog may come while the page is being asked, and covers it then.
    const onLogin = (): boolean => page.url().includes('/login')
    await until(async () => {
      if (await expired.isVisible()) await expired.click({ timeout: 1_000 }).catch(() => undefined)
      else if (await again.isVisible()) await again.click({ timeout: 1_000 }).catch(() => undefined)
      return onLogin() || login.isVisible()
    })
    // The page and the press may both lead here: the later one opens the form again.
    await page.waitForLoadState('networkidle')
    await this.#reach(page)
  }

  async #pick(sure: boolean, large: boolean): Promise<void> {
    const input = this.#page.getByTestId('licence-file')
    // Sent already: there is no form to pick for.
    if (this.#sent || !(await this.#hasForm())) return
    await input.waitFor({ state: 'attached' })
    const name = `licence-${this.#picked.length + 1}.jpg`
    const [width, height, sigma] = large ? [3600, 2700, 40] : [500, 400, 20]
    const noise = { type: 'gaussian', mean: 100 + 10 * this.#picked.length, sigma } as const
    const bytes = await sharp({ create: { width, height, channels: 3, background: '#ddd6c4', noise } })
      .jpeg({ quality: 90 })
      .toBuffer()
    this.#picked.push({ name, bytes })
    await input.setInputFiles({ name, mimeType: 'image/jpeg', buffer: bytes })
    if (!sure) return
    await until(async () =>
      (await itemsOf(this.#page, this.#me.account)).some(
        (item) => isFile(item) && item.name === name && item.state !== 'reading',
      ),
    )
    this.#promised = name
  }

  async #send(sure: boolean): Promise<void> {
    const page = this.#page
    if (!(await this.#hasForm())) return
    for (const [name, text] of Object.entries({ name: `木业 ${this.#me.account}`, ...FORM }))
      await page.locator(`form [name=${name}]`).fill(text)
    await page.locator('main form [type=submit]').click()
    if (!sure) return
    const isKept = async (): Promise<boolean> =>
      (await this.#certification()) !== null ||
      (await itemsOf(page, this.#me.account)).some((item) => item.kind === 'form')
    // A form without a picture that was never confirmed is rightly not sent.
    if (this.#promised === null && !(await isKept())) return
    await until(isKept)
    this.#sent = true
  }

  /** Waits until the company's page shows the form, its way, or its outcome; true for the form. */
  async #hasForm(): Promise<boolean> {
    const form = this.#page.locator('form [name=name]')
    const other = this.#page.locator('[data-testid=waiting-form], main [class*=standing], main [class*=arrived]')
    await form.or(other).first().waitFor()
    return form.isVisible()
  }

  async #certifications() {
    const { db } = this.#lane.store
    const [who] = await db.select().from(schema.account).where(eq(schema.account.login, this.#me.account))
    return db
      .select()
      .from(schema.certification)
      .where(eq(schema.certification.accountId, who?.id ?? ''))
  }
  async #certification() {
    return (await this.#certifications())[0] ?? null
  }

  async #judge(): Promise<void> {
    const all = await this.#certifications()
    if (all.length > 1) this.twice.push(`${all.length} forms`)
    const [certification] = all
    if (!certification) {
      const items = await itemsOf(this.#page, this.#me.account)
      return void this.lost.push(`no form arrived: ${JSON.stringify(items)}, ${await this.#page.innerText('main')}`)
    }
    const kept = await openDisk(this.#lane.filesDir).read(certification.fileId)
    const [file] = await this.#lane.store.db.select().from(schema.file).where(eq(schema.file.id, certification.fileId))
    const picked = this.#picked.find(({ name }) => name === file?.name)
    if (!picked || !kept) return void this.lost.push(`no such picture: ${file?.name}`)
    const promised = this.#picked.findIndex(({ name }) => name === this.#promised)
    if (this.#picked.indexOf(picked) < promised) this.lost.push(`${this.#promised}: ${picked.name} went in its place`)
    // A picture that was made smaller has no original to compare: the server checked its hash.
    if (picked.bytes.length >= 2 * 1024 * 1024) return
    const clean = await cleanPicture(picked.bytes)
    if (!clean?.bytes.equals(kept)) this.changed.push(picked.name)
  }
}
