import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { until } from '../../support/until.ts'
import type { Deployments } from '../../support/deployments.ts'
import { Chromium } from './chromium.ts'
import { fieldOf, keptOf, screenOf, signIn, UNDO, untilAtSignIn } from './page.ts'
import type { Screen } from './page.ts'
import type { Schedule, Step } from './plan.ts'
import { Truth } from './truth.ts'
import type { Fields } from './truth.ts'

/** A tab with the form open, and its values when last seen. */
interface Tab {
  readonly page: Page
  fields: Fields
  /** The tab has input that no other version has replaced. */
  typed: boolean
  /** The notice was dismissed: the tab may follow without another one. */
  quiet: boolean
}

export interface Someone {
  readonly account: string
  readonly password: string
}

interface Place {
  readonly house: Deployments
  readonly me: Someone
  readonly outsider: Someone
  /** The name of the next version. */
  readonly nextVersion: () => string
}

const MOST_TABS = 3
/** Time for a worker to appear or an update to be noticed; after it the schedule continues without. */
const NOTICE_MS = 4_000
const KEPT_MS = 3_000
const SHOWN_MS = 60_000
/** The page writes a person's choice at once; this is ample. */
const CHOSEN_MS = 400
const now = (): number => performance.now()

/** One person at one browser, who follows a schedule and checks the fate of the input. */
export class Person {
  readonly lost: string[] = []
  readonly silent: string[] = []
  readonly leaked: string[] = []
  readonly counts = {
    keys: 0,
    kills: 0,
    'second tabs': 0,
    'new versions': 0,
    'taken at once': 0,
    'sign-ins': 0,
    choices: 0,
    'forms opened again': 0,
  }
  readonly #truth = new Truth()
  readonly #chromium = new Chromium()
  readonly #schedule: Schedule
  readonly #place: Place
  #context: BrowserContext | null = null
  #tabs: Tab[] = []
  #words = 0

  constructor(schedule: Schedule, place: Place) {
    this.#schedule = schedule
    this.#place = place
  }

  async begin(): Promise<void> {
    await this.#start()
    if (!this.#schedule.remembered) return
    await this.#chromium.close()
    this.#tabs = []
    await this.#start()
  }

  async does(step: Step): Promise<void> {
    const tab = 'tab' in step ? this.#tabs[step.tab % this.#tabs.length] : undefined
    switch (step.do) {
      case 'type':
        return tab && this.#type(tab, step)
      case 'kill':
        return this.#kill(step.outsider)
      case 'second tab':
        return this.#secondTab()
      case 'new version':
        return tab && this.#newVersion(tab, step.agree)
      case 'sign in again':
        return tab && this.#signInAgain(tab)
      case 'choose':
        return tab && this.#choose(tab, step.which)
    }
  }

  /** Checks every tab that was typed into for text that changed without a notice. */
  async looks(after: string): Promise<void> {
    for (const tab of this.#tabs) {
      const changedIn = ({ fields: shown }: Screen) =>
        this.#form.fields.filter((name) => tab.fields[name] !== '' && tab.fields[name] !== shown[name])
      let screen = await this.#screen(tab.page)
      // A tab that loads anew shows its form before the draft is read.
      for (const giveUpAt = now() + KEPT_MS; changedIn(screen).length > 0 && !screen.hasNotice && now() < giveUpAt;) {
        await wait(50)
        screen = await this.#screen(tab.page)
      }
      const { fields, hasNotice } = screen
      const changed = changedIn(screen)
      if (changed.length > 0 && tab.typed && !tab.quiet && !hasNotice)
        this.silent.push(
          `after ${after}: ${changed.map((name) => `${name} ${tab.fields[name]} → ${fields[name]}`).join(', ')}`,
        )
      if (changed.length > 0) tab.typed = false
      tab.fields = fields
    }
  }

  async leave(): Promise<void> {
    await this.#chromium.remove()
  }

  get #form() {
    return this.#schedule.form
  }

  get #running(): BrowserContext {
    if (!this.#context) throw new Error('no browser')
    return this.#context
  }

  /** Waits for the form, which a page without its account does not show yet. */
  async #screen(page: Page): Promise<Screen> {
    for (const giveUpAt = now() + SHOWN_MS; now() < giveUpAt; await wait(50)) {
      const screen = await screenOf(page, this.#form).catch(() => null)
      if (screen) return screen
    }
    throw new Error('the form is gone')
  }

  async #start(outsider = false): Promise<void> {
    this.#context = await this.#chromium.start()
    const page = await this.#running.newPage()
    if (outsider) await this.#letLook(page)
    await this.#open(page)
    this.#tabs = [await this.#tabOf(page)]
  }

  async #tabOf(page: Page): Promise<Tab> {
    return { page, fields: (await this.#screen(page)).fields, typed: false, quiet: false }
  }

  /** Opens the form, through sign-in if necessary. */
  async #open(page: Page, someone = this.#place.me): Promise<void> {
    const url = `${this.#place.house.url}${this.#form.path}`
    if (this.#form.name === 'register' && this.counts.keys === 0) await this.#beginRegistration(page)
    await page.goto(url)
    await this.#reach(page, someone)
  }

  async #reach(page: Page, someone = this.#place.me): Promise<void> {
    const field = fieldOf(page, this.#form.fields[0] ?? '')
    const login = page.locator('main form:has([name=account]):has([autocomplete=current-password])')
    await field.or(login).first().waitFor()
    if (await login.isVisible()) {
      await signIn(page, someone.account, someone.password)
      this.counts['sign-ins'] += 1
      await field.waitFor()
    }
  }

  /** Completes the first step, without which the app returns from the second. */
  async #beginRegistration(page: Page): Promise<void> {
    await page.goto(`${this.#place.house.url}/register`)
    await page.locator('[name=accountTypes][value=buyer]').check()
    await page.locator('main form [type=submit]').click()
    await fieldOf(page, this.#form.fields[0] ?? '').waitFor()
    await until(async () => (await page.evaluate(async () => (await indexedDB.databases()).length)) > 0)
    await wait(KEPT_MS / 5)
  }

  async #type(tab: Tab, { field, anew, keys, paceMs, restMs }: Extract<Step, { do: 'type' }>): Promise<void> {
    const { page } = tab
    await page.bringToFront()
    await this.looks('coming back')
    const input = fieldOf(page, field)
    await input.click()
    const base = await input.inputValue()
    await page.keyboard.press(anew ? 'Control+A' : 'End')
    const record = this.#truth.begins(field, base)
    this.#words += 1
    let value = anew ? '' : base
    // As an input method hands it over, then key by key.
    for (const text of ['木', ...Array.from(`${this.#words}${'abcdefgh'.slice(0, keys)}`)]) {
      await page.keyboard.insertText(text)
      value += text
      record(now(), value)
      this.counts.keys += 1
      tab.fields = { ...tab.fields, [field]: value }
      tab.typed = true
      tab.quiet = false
      await wait(paceMs)
    }
    await wait(restMs)
  }

  async #kill(outsider: boolean): Promise<void> {
    const goneAt = now()
    await this.#chromium.kill9()
    this.counts.kills += 1
    this.#tabs = []
    await this.#start(outsider)
    const [tab] = this.#tabs
    if (tab) await this.#judge(tab, goneAt, 'the kill')
  }

  /** Another account signs in first, and must see none of the drafts. */
  async #letLook(page: Page): Promise<void> {
    await this.#open(page, this.#place.outsider)
    await wait(CHOSEN_MS)
    const { fields } = await this.#screen(page)
    const mine = await page.evaluate(() => localStorage.getItem('session') ?? '')
    // The browser restored its session, so no other account is present.
    if (!mine.includes(this.#place.outsider.account)) return
    const seen = Object.values(fields).filter((value) => value !== '' && this.#truth.values.includes(value))
    if (seen.length > 0) this.leaked.push(seen.join(', '))
    await this.#lapse(page)
  }

  async #secondTab(): Promise<void> {
    if (this.#tabs.length === MOST_TABS) return
    const page = await this.#running.newPage()
    await this.#open(page)
    this.#tabs.push(await this.#tabOf(page))
    this.counts['second tabs'] += 1
  }

  async #newVersion({ page }: Tab, agree: boolean): Promise<void> {
    const version = this.#place.nextVersion()
    this.#place.house.deploy(version)
    this.counts['new versions'] += 1
    await page.bringToFront()
    // As the page does by itself now and then.
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update()).catch(() => null)
    const notice = page.getByRole('button', { name: '立即更新' })
    const noticed = await notice.waitFor({ timeout: NOTICE_MS }).then(
      () => true,
      () => false,
    )
    if (!noticed || !agree) return
    const goneAt = now()
    await notice.click()
    await page.waitForFunction(
      (newest) => document.querySelector<HTMLMetaElement>('meta[name=build]')?.content === newest,
      version,
    )
    this.counts['taken at once'] += 1
    await this.#back(page, goneAt, 'the new version')
  }

  /** The server ends the session; after signing in again the app returns to the form. */
  async #signInAgain({ page }: Tab): Promise<void> {
    await page.bringToFront()
    const goneAt = now()
    await this.#lapse(page)
    await this.#back(page, goneAt, 'signing in again')
  }

  async #lapse(page: Page): Promise<void> {
    await this.#running.addCookies([{ name: 'Seller-Token', value: 'over', url: this.#place.house.url }])
    await page.reload()
    await untilAtSignIn(page)
    await this.#reach(page)
  }

  /** The page was loaded anew. */
  async #back(page: Page, goneAt: number, after: string): Promise<void> {
    await this.#reach(page)
    const tab = await this.#tabOf(page)
    this.#tabs = this.#tabs.map((one) => (one.page === page ? tab : one))
    await this.#judge(tab, goneAt, after)
  }

  async #judge(tab: Tab, goneAt: number, after: string): Promise<void> {
    this.counts['forms opened again'] += 1
    const kept = () => keptOf(tab.page, { account: this.#form.session ? this.#place.me.account : '', form: this.#form })
    // The form appears before its draft is read; the notice shows that it was found.
    for (const giveUpAt = now() + KEPT_MS; ; await wait(50)) {
      const { fields, hasNotice, offered } = await this.#screen(tab.page)
      const heads = await kept()
      tab.fields = fields
      if (heads.length > 0 && !hasNotice && now() < giveUpAt) continue
      if (heads.length > 0 && !hasNotice)
        this.silent.push(`after ${after}: ${JSON.stringify(fields)} comes back without a word`)
      const living = this.#tabs.filter((one) => one !== tab).map((one) => one.fields)
      this.lost.push(
        ...this.#truth
          .judge(goneAt, { shown: fields, kept: heads, offered, living })
          .map((what) => `after ${after}: ${what}`),
      )
      return
    }
  }

  async #choose(tab: Tab, which: 0 | 1): Promise<void> {
    await tab.page.bringToFront()
    // What another tab has just typed may still replace the notice; nobody chooses that fast.
    await wait(CHOSEN_MS)
    const button = tab.page.locator('form [aria-live=polite] button').nth(which)
    if (!(await button.isVisible())) return
    const before = await this.#screen(tab.page)
    const restored = (await tab.page.locator('form [aria-live=polite] button').first().innerText()).trim() === UNDO
    await button.click()
    this.counts.choices += 1
    await wait(CHOSEN_MS)
    const after = await this.#screen(tab.page)
    const own = (field: string, value: string): boolean => before.fields[field] === value
    if (which === 1) {
      tab.quiet = restored
      const changed = this.#form.fields.some((name) => before.fields[name] !== after.fields[name])
      // A restored draft keeps following the tab it came from.
      if (changed && !restored)
        this.silent.push(`${JSON.stringify(before.fields)} was to be kept and became ${JSON.stringify(after.fields)}`)
    }
    tab.fields = after.fields
    const screens = await Promise.all(this.#tabs.map(async ({ page }) => (await this.#screen(page)).fields))
    const kept = await keptOf(tab.page, { account: this.#form.session ? this.#place.me.account : '', form: this.#form })
    // Keeping a restored text discards nothing.
    const about = which === 0 ? own : restored ? () => false : (field: string, value: string) => !own(field, value)
    this.#truth.chose(about, [...screens, ...kept])
  }
}
