import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cleanPicture } from '../../src/server/files/picture.ts'
import * as schema from '../../src/server/store/schema.ts'
import { isFile, type FormBody } from '../../src/client/outbox/items.ts'
import type { Outbox } from '../../src/client/outbox/outbox.ts'
import { DOCUMENT_PICTURE } from '../../src/client/uploads/rules.ts'
import { openLink, type Link } from '../link/link.ts'
import { openOutboxStore } from '../../src/client/outbox/store.ts'
import { Refused } from '../../src/client/uploads/refused.ts'
import { carry } from '../prove/uploads/carry.ts'
import { FakeDisk } from '../support/device.ts'
import { formWith, refuse } from '../support/http/company.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken } from '../support/http/people.ts'
import { download, pictureOf } from '../support/http/upload.ts'
import { addPeople } from '../support/http/world.ts'
import { OutboxDevice } from '../support/outbox-tab.ts'

let house: House
let url: string
let link: Link
let token: string
let admin: string
let photo: Buffer
let disk: FakeDisk
let device: OutboxDevice

beforeAll(async () => {
  house = await openHouse({
    limits: { upload: { most: 10_000, oneEveryMs: 1 }, account: { most: 10_000, oneEveryMs: 1 } },
  })
  await addPeople(house)
  ;[token, admin] = [await sellerToken(house, 'newbie'), await sellerToken(house, 'admin')]
  url = await house.app.listen({ port: 0, host: '127.0.0.1' })
  link = await openLink({ target: url })
  photo = await pictureOf('jpeg')
})
afterAll(async () => {
  await link.close()
  await house.close()
})
beforeEach(() => {
  disk = new FakeDisk()
  disk.account = 'newbie'
  device = new OutboxDevice(url, { account: 'newbie', token })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  for (const { id, state } of await certifications()) if (state === 'pending') await refuse(house, admin, id, 'again')
})

const SLOT = { form: 'company', field: 'businessLicense' } as const
const certifications = () =>
  house.store.db.select().from(schema.certification).where(eq(schema.certification.accountId, 'newbie'))
const sent = async (name: string) => (await certifications()).filter(({ companyName }) => companyName === name)
const bodyOf = (name: string): FormBody => formWith('', { name })
const picked = () => new File([new Uint8Array(photo)], 'licence.jpg', { type: 'image/jpeg' })
const filesOf = (outbox: Outbox) => outbox.view.get().items.filter(isFile)
const filesFor = (outbox: Outbox) => filesOf(outbox).map(({ id }) => ({ field: SLOT.field, id }))

async function expectKept(name: string): Promise<void> {
  const [certification] = await sent(name)
  const kept = await download(house, token, certification?.form.businessLicense ?? '')
  const clean = await cleanPicture(photo)
  expect(clean?.bytes.equals(kept.rawPayload)).toBe(true)
}

test('16.4 a form sent while its picture goes up waits for it, goes once, and leaves nothing behind', async () => {
  const { outbox } = device.openTab(disk.openTab())
  await outbox.pick(SLOT, [picked()], DOCUMENT_PICTURE)
  await outbox.submit({ form: 'company' }, bodyOf('一次'), filesFor(outbox))
  expect(device.badge).toBeGreaterThan(0)
  await expect.poll(() => outbox.view.get().items).toEqual([])
  expect(await sent('一次')).toHaveLength(1)
  await expectKept('一次')
  expect(device.badge).toBe(0)
})

test('16.4 whose answer was lost is sent again, and is there once', async () => {
  const { outbox } = device.openTab(disk.openTab())
  await outbox.pick(SLOT, [picked()], DOCUMENT_PICTURE)
  await expect.poll(() => filesOf(outbox)[0]?.state).toBe('up')
  device.answers = false
  await outbox.submit({ form: 'company' }, bodyOf('回执丢失'), filesFor(outbox))
  await expect.poll(() => device.sentForms.length).toBeGreaterThan(1)
  expect(await sent('回执丢失')).toHaveLength(1)
  device.answers = true
  await expect.poll(() => outbox.view.get().items).toEqual([])
  expect(await sent('回执丢失')).toHaveLength(1)
})

test('16.1 killed at each step on the device: no file that was picked is lost, no form is sent twice or without its files', async () => {
  for (let starts = 1, ended = false; !ended; starts++) {
    vi.unstubAllGlobals()
    disk = new FakeDisk()
    disk.account = 'newbie'
    const name = `第${starts}步`
    const killed = device.openTab(disk.openTab({ transactions: starts }))
    const promised = { file: false, form: false }
    const work = (async () => {
      await killed.outbox.pick(SLOT, [picked()], DOCUMENT_PICTURE)
      promised.file = true
      await killed.outbox.submit({ form: 'company' }, bodyOf(name), filesFor(killed.outbox))
      promised.form = true
      await vi.waitUntil(() => disk.killed || killed.outbox.view.get().items.length === 0, { timeout: 20_000 })
    })()
    await work.catch(() => null)
    ended = !disk.killed
    killed.kill()

    // A minute later a half-read item counts as abandoned.
    const { outbox, kill } = device.openTab(disk.openTab(), { now: () => Date.now() + 60_000 })
    await vi.waitUntil(() => outbox.view.get().ready && outbox.view.get().items.every(({ state }) => state === 'up'), {
      timeout: 20_000,
    })
    const forms = await sent(name)
    expect([starts, forms.length], name).toEqual([starts, forms.length === 0 && !promised.form ? 0 : 1])
    if (promised.file && forms.length === 0) expect(filesOf(outbox), name).toHaveLength(1)
    if (forms.length === 1) {
      await expectKept(name)
      expect(outbox.view.get().items, name).toEqual([])
      await refuse(house, admin, forms[0]?.id ?? '', 'again')
    }
    kill()
  }
}, 120_000)

test('the browser is asked to wake the page with the link while something waits, and only then', async () => {
  const { outbox } = device.openTab(disk.openTab())
  device.answers = false
  await outbox.pick(SLOT, [picked()], DOCUMENT_PICTURE)
  expect(device.wakesAsked).toBe(1)
  device.answers = true
  device.chance()
  await expect.poll(() => filesOf(outbox)[0]?.state).toBe('up')
  const asked = device.wakesAsked
  await outbox.remove(filesOf(outbox).map(({ id }) => id))
  expect(device.wakesAsked).toBe(asked)
})

describe('16.1 a form whose file a tab is still reading', () => {
  test('waits for the bytes, and is kept when they are there', async () => {
    const { outbox } = device.openTab(disk.openTab())
    device.signedIn = null
    const pick = outbox.pick(SLOT, [picked()], DOCUMENT_PICTURE)
    await expect.poll(() => filesOf(outbox).length).toBe(1)
    await outbox.submit({ form: 'company' }, bodyOf('随后'), filesFor(outbox))
    await pick
    expect(outbox.view.get().items.map(({ kind, state }) => [kind, state])).toEqual([
      ['file', 'waiting'],
      ['form', 'waiting'],
    ])
  })

  test('is refused when that tab was closed: nothing is promised, and the picture is asked for anew', async () => {
    const { outbox } = device.openTab(disk.openTab())
    device.signedIn = null
    await outbox.pick(SLOT, [picked()], DOCUMENT_PICTURE)
    const [file] = filesOf(outbox)
    const store = openOutboxStore(disk.openTab(), 'newbie')
    // State after a kill: the item is stored, its bytes are not.
    await store.remove(file!.id)
    await store.add({ ...file!, state: 'reading', at: Date.now() - 60_000 })
    await expect(
      outbox.submit({ form: 'company' }, bodyOf('没有'), [{ field: SLOT.field, id: file!.id }]),
    ).rejects.toThrow(Refused)
    expect(outbox.view.get().items).toEqual([])
  })
})

describe('an ended sign-in', () => {
  test('16.4 keeps everything and asks to sign in; another person neither sees nor sends it', async () => {
    const { outbox } = device.openTab(disk.openTab())
    device.signedIn = { account: 'newbie', token: 'A'.repeat(43) }
    await outbox.pick(SLOT, [picked()], DOCUMENT_PICTURE)
    await outbox.submit({ form: 'company' }, bodyOf('过期'), filesFor(outbox))
    await expect.poll(() => device.signedOut).toBe(1)
    await expect.poll(() => outbox.view.get().needsSignIn).toBe(true)

    device.account = null
    device.endedAccount = 'newbie'
    device.chance()
    await expect.poll(() => outbox.view.get()).toMatchObject({ account: null, items: [], leftBehind: 2 })
    expect(device.badge).toBe(2)

    device.endedAccount = null
    device.account = 'buyer1'
    disk.account = 'buyer1'
    device.signedIn = { account: 'buyer1', token: await sellerToken(house, 'buyer1') }
    device.chance()
    await expect.poll(() => outbox.view.get().account).toBe('buyer1')
    expect(outbox.view.get()).toMatchObject({ items: [], leftBehind: 0 })
    expect(device.badge).toBe(0)

    device.account = 'newbie'
    disk.account = 'newbie'
    device.signedIn = { account: 'newbie', token }
    device.chance()
    await expect.poll(() => outbox.view.get()).toMatchObject({ account: 'newbie', items: [] })
    expect(await sent('过期')).toHaveLength(1)
    const theirs = await house.store.db.select().from(schema.upload).where(eq(schema.upload.ownerId, 'buyer1'))
    expect(theirs).toEqual([])
  })
})

describe('16.4 what is refused', () => {
  test('goes back to the person with the reason, and its form with it; everything else goes on', async () => {
    const { outbox } = device.openTab(disk.openTab())
    // Name and first bytes are right, but it is not a picture.
    const fake = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9])], 'licence.jpg', {
      type: 'image/jpeg',
    })
    await outbox.pick(SLOT, [fake], DOCUMENT_PICTURE)
    await outbox.submit({ form: 'company' }, bodyOf('假照片'), filesFor(outbox))
    await expect.poll(() => outbox.view.get().items.map(({ state }) => state)).toEqual(['refused', 'refused'])
    expect(filesOf(outbox)[0]?.error).toMatchObject({ kind: 'server', reason: 'file.picture_type' })
    expect(await sent('假照片')).toEqual([])

    await outbox.pick(SLOT, [picked()], DOCUMENT_PICTURE)
    await outbox.submit({ form: 'company' }, bodyOf('真照片'), filesFor(outbox))
    await expect.poll(() => outbox.view.get().items).toEqual([])
    expect(await sent('真照片')).toHaveLength(1)
  })

  test('a full disk of the device is said, and what is there stays', async () => {
    const { outbox } = device.openTab(disk.openTab(), { credentials: () => Promise.resolve(null) })
    await outbox.pick(SLOT, [picked()], DOCUMENT_PICTURE)
    disk.failures = Array.from({ length: 4 }, () => new DOMException('full', 'QuotaExceededError'))
    await expect(outbox.pick(SLOT, [picked()], DOCUMENT_PICTURE)).rejects.toThrow('full')
    expect(outbox.view.get().trouble).toBe('full')
    disk.failures = []
    expect(filesOf(outbox)).toHaveLength(1)
    expect((await outbox.bytesOf(filesOf(outbox)[0]?.id ?? ''))?.size).toBe(photo.length)
  })
})

test.each([['the first'], ['the second']])(
  'of two pictures picked one after the other the second stays, when %s is ready last',
  async (late) => {
    const slow = Promise.withResolvers<void>()
    const { outbox } = device.openTab(disk.openTab(), {
      credentials: () => Promise.resolve(null),
      shrink: async (picture) => {
        const isFirst = picture.size === photo.length
        if (isFirst === (late === 'the first')) await slow.promise
        return picture
      },
    })
    const second = new File([new Uint8Array(photo), new Uint8Array(9)], 'second.jpg', { type: 'image/jpeg' })
    const picks = [outbox.pick(SLOT, [picked()], DOCUMENT_PICTURE)]
    // Picked at a later clock time, too.
    const begun = Date.now()
    await vi.waitUntil(() => Date.now() > begun)
    picks.push(outbox.pick(SLOT, [second], DOCUMENT_PICTURE))
    await Promise.race(picks)
    slow.resolve()
    await Promise.all(picks)
    await expect.poll(() => filesOf(outbox).map(({ name }) => name)).toEqual(['second.jpg'])
  },
)

test('two pictures that are ready at the same time do not take each other’s place', async () => {
  const { outbox } = device.openTab(disk.openTab(), { credentials: () => Promise.resolve(null) })
  await Promise.all([1, 2].map(() => outbox.pick(SLOT, [picked()], DOCUMENT_PICTURE)))
  await expect.poll(() => filesOf(outbox)).toHaveLength(1)
})

test('a person cancels what goes up, in another tab than the one that sends', async () => {
  device.url = link.url
  link.set({ rate: 2_000 })
  const sending = device.openTab(disk.openTab())
  await sending.outbox.pick(SLOT, [picked()], DOCUMENT_PICTURE)
  await expect.poll(() => filesOf(sending.outbox)[0]?.url).not.toBe(null)
  const other = device.openTab(disk.openTab())
  await expect.poll(() => filesOf(other.outbox)).toHaveLength(1)
  await other.outbox.remove(filesOf(other.outbox).map(({ id }) => id))
  await expect.poll(() => [sending, other].flatMap(({ outbox }) => outbox.view.get().items)).toEqual([])
  sending.kill()
  link.set({ rate: null })
})

test('16.2 over a link that is reset again and again, a file is sent about once', async () => {
  const resetEveryMs = 6_000
  const carried = await carry({
    url,
    account: 'newbie',
    token,
    bytes: 900_000,
    rate: 400,
    delay: 50,
    resetEveryMs,
  })
  const kept = await download(house, token, carried.path)
  expect(kept.rawPayload.equals(carried.bytes)).toBe(true)
  expect(carried.resets).toBeGreaterThan(1)
  expect(carried.sent).toBeLessThanOrEqual(carried.bytes.length + (carried.resets + 1) * 256 * 1024)
}, 120_000)
