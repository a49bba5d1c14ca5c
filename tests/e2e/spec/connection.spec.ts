import type { Page, WebSocketRoute } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { DESK, test } from '../openSale.ts'
import { cutCarriers } from '../parts/live.ts'
import { rowsOf } from './rows.ts'
import { inLanguage } from '../parts/languages.ts'

// The live connection (spec §4, §9) as a browser keeps it: heartbeats, retries, endings. What no connection at all
// shows is in errors-room.spec.ts.

const row = rowsOf('live')
const phases = rowsOf('venuePhases')

test.use({ world: { bidders: 2, lots: 2, rule: { extensionSeconds: 5 } } })
test.describe.configure({ timeout: 240_000 })

const SAID = {
  zh: { online: '在线', again: '正在重连', failed: '连接失败', normal: '会场已正常结束连接', back: '重新进入' },
  en: {
    online: 'Online',
    again: 'Reconnecting',
    failed: 'The connection failed',
    normal: 'The room ended the connection in the normal way',
    back: 'Come back',
  },
} as const
const sendTypeOf = (frame: string | Buffer): unknown => (JSON.parse(String(frame)) as { sendType?: unknown }).sendType

/** The page's live connection, in the test's hands. */
interface Wire {
  /** `sendType` of all that the page has sent on its newest connection. */
  sent: unknown[]
  /** New connections are refused. */
  refuses: boolean
  /** The server's ticks do not arrive, which the page would answer. */
  untold: boolean
  socket: WebSocketRoute | null
}

async function tap(page: Page): Promise<Wire> {
  const wire: Wire = { sent: [], refuses: false, untold: false, socket: null }
  await page.routeWebSocket('**/prod-api/live*', async (socket) => {
    if (wire.refuses) return socket.close({ code: 4999 })
    const server = socket.connectToServer()
    wire.socket = socket
    wire.sent = []
    socket.onMessage((frame) => {
      wire.sent.push(sendTypeOf(frame))
      server.send(frame)
    })
    server.onMessage((frame) => {
      if (!(wire.untold && sendTypeOf(frame) === '6')) socket.send(frame)
    })
  })
  return wire
}

/** Notes each retry that the page reports, and its failure, with its time. */
const noted = (page: Page, again: string, failed: string) =>
  page.evaluateHandle(
    ([retrying, over]) => {
      const found: { what: string; at: number }[] = []
      const look = (): void => {
        const text = document.body.innerText
        const what = text.includes(over) ? 'failed' : new RegExp(`${retrying} ([1-3])/3`).exec(text)?.[1]
        if (what !== undefined && found.at(-1)?.what !== what) found.push({ what, at: performance.now() })
      }
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
      return found
    },
    [again, failed] as const,
  )

test('heartbeats', { tag: '@desktop' }, async ({ sale }) => {
  const { page } = await sale.enter(sale.session.bidders[0]!, undefined, DESK)
  const wire = await tap(page)
  await page.clock.install()
  await page.reload()
  await expect(page.getByText(SAID.zh.online, { exact: true })).toBeVisible()
  await test.step(row('beat'), () => expect(wire.sent[0]).toBe('1'))
  await test.step(row('everyThirty'), async () => {
    wire.untold = true
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
    const beats: number[] = []
    for (let second = 1; second <= 75; second++) {
      // A connection that is silent for eight seconds counts as lost: a heartbeat's echo keeps it.
      wire.socket?.send(JSON.stringify({ sendType: '1', now: new Date().toISOString() }))
      const before = wire.sent.length
      await page.clock.runFor(1_000)
      await page.evaluate(() => null)
      for (const sent of wire.sent.slice(before)) {
        expect(sent).toBe('1')
        beats.push(second)
      }
    }
    expect(beats.length).toBeGreaterThanOrEqual(2)
    for (const [nth, second] of beats.slice(1).entries()) expect(second - (beats[nth] ?? 0)).toBe(30)
  })
})

for (const [index, locale] of (['zh', 'en'] as const).entries())
  test(`a connection that is lost, ${locale}`, { tag: inLanguage(locale, '@desktop') }, async ({ sale }) => {
    const said = SAID[locale]
    const { page } = await sale.enter(sale.session.bidders[index]!, undefined, DESK, locale)
    const wire = await tap(page)
    await page.reload()
    const online = page.getByText(said.online, { exact: true })
    await expect(online).toBeVisible()

    const uncut = await cutCarriers(page)
    await test.step(row('resets'), async () => {
      for (const _time of [1, 2]) {
        const seen = await noted(page, said.again, said.failed)
        wire.refuses = true
        await wire.socket?.close({ code: 4999 })
        await expect.poll(async () => (await seen.jsonValue()).map(({ what }) => what)[0]).toBe('1')
        wire.refuses = false
        await expect(online).toBeVisible()
      }
    })
    await test.step(row('retries'), async () => {
      const seen = await noted(page, said.again, said.failed)
      wire.refuses = true
      await wire.socket?.close({ code: 4999 })
      await expect
        .poll(async () => (await seen.jsonValue()).map(({ what }) => what), { timeout: 30_000 })
        .toEqual(['1', '2', '3', 'failed'])
      const times = (await seen.jsonValue()).map(({ at }) => at)
      // Each no sooner than a second after the one before; a slow machine is later.
      for (const [nth, at] of times.slice(1).entries()) expect(at - (times[nth] ?? 0)).toBeGreaterThan(900)
      wire.refuses = false
      await expect(online).toBeVisible({ timeout: 30_000 })
      await uncut()
    })
    await test.step(row('normal'), async () => {
      await wire.socket?.close({ code: 1000 })
      await expect(page.getByText(said.normal).first()).toBeVisible()
      await page.getByRole('button', { name: said.back }).click()
      await expect(online).toBeVisible()
    })

    if (locale === 'zh') return
    await test.step(phases('closed'), async () => {
      const { page: host } = await sale.enter(sale.session.host, undefined, DESK)
      await host.getByRole('button', { name: '开始竞价' }).click()
      await host.getByRole('dialog').getByRole('button', { name: '开放 2 个标的' }).click()
      await expect(host.getByRole('dialog')).toBeHidden()
      const { page: other } = await sale.enter(sale.session.bidders[0]!, undefined, DESK)
      await host.getByRole('button', { name: '临时关闭' }).click()
      await host.getByLabel('向所有人说明').fill('码头停电')
      await host.getByRole('dialog').getByRole('button', { name: '临时关闭' }).click()
      for (const reader of [page, other]) await expect(reader.getByText('码头停电').first()).toBeVisible()
      await expect(other.locator('header').first()).toContainText('临时关闭中')
      await expect(page.locator('header').first()).toContainText('Sale paused')
      await expect(host.getByRole('button', { name: '重新开放' })).toBeVisible()
    })
  })
