import { beforeEach, describe, expect, it } from 'vitest'
import { Device, EMPTY, shape, type Tab } from '../../../tests/support/drafts.ts'
import { settled } from '../../../tests/support/fake-time.ts'
import { postWiped, unsentDrafts } from './drafts.ts'

let device: Device
beforeEach(() => {
  device = new Device()
})
const open = async (...given: Parameters<Device['open']>): Promise<Tab> => {
  const tab = device.open(...given)
  await settled()
  return tab
}

describe('what is typed', () => {
  it('is on the disk 300 ms after the first unsaved key, however fast one types on', async () => {
    const tab = await open()
    for (let typed = 1; typed <= 'Moelven'.length; typed += 1) {
      await tab.type({ name: 'Moelven'.slice(0, typed) })
      await device.pass(50)
    }
    tab.kill()
    expect((await open()).state.value.name).toBe('Moelve')
  })
  it('is on the disk at once when the page is hidden', async () => {
    const tab = await open()
    await tab.type({ name: 'Moelven' })
    await tab.hide()
    tab.kill()
    expect((await open()).state.value.name).toBe('Moelven')
  })
  it('is on the disk when its screen goes', async () => {
    const tab = await open()
    await tab.type({ name: 'Moelven' })
    await tab.close()
    expect((await open()).state.value.name).toBe('Moelven')
  })
  it('is asked to be kept from the first draft on, and not before', async () => {
    const tab = await open()
    expect(device.keptForGood).toBe(false)
    await tab.write({ name: 'Moelven' })
    expect(device.keptForGood).toBe(true)
  })
  it('leaves no password there', async () => {
    const tab = await open()
    await tab.write({ name: 'Moelven', password: 'Spruce2026' })
    expect(device.written()).toContain('Moelven')
    expect(device.written()).not.toContain('Spruce2026')
  })
  it('is no draft when it is as before', async () => {
    const tab = await open()
    await tab.write({ name: 'M' })
    await tab.write({ name: '' })
    expect(device.disk.size).toBe(0)
  })
  it('that the disk has no room for stays on screen, is told, and is tried again', async () => {
    const tab = await open()
    device.failure = new DOMException('full', 'QuotaExceededError')
    await tab.write({ name: 'Moelven' })
    expect(tab.state).toMatchObject({ trouble: 'full', value: { name: 'Moelven' } })
    device.failure = null
    await device.pass(5000)
    expect(tab.state.trouble).toBeNull()
    expect(device.written()).toContain('Moelven')
  })
  it('can be typed where nothing can be kept, which is told', async () => {
    device.unreadable = Promise.reject(new ReferenceError('indexedDB is not defined'))
    const tab = await open()
    expect(tab.state).toMatchObject({ ready: true, trouble: 'off' })
    await tab.type({ name: 'Moelven' })
    expect(tab.state.value.name).toBe('Moelven')
  })
  it('need not wait for a database that hangs', async () => {
    device.unreadable = new Promise(() => {})
    const tab = await open()
    expect(tab.state.ready).toBe(false)
    await device.pass(400)
    expect(tab.state.ready).toBe(true)
    expect(tab.state.settled).toBe(false)
    await device.pass(15_000)
    expect(tab.state.settled).toBe(true)
  })
  it('is settled only when a slow database has answered: its draft still comes', async () => {
    const first = await open()
    await first.write({ name: 'Moelven' })
    await first.close()
    const { promise, resolve } = Promise.withResolvers<void>()
    device.slow = promise
    const tab = await open()
    await device.pass(3_000)
    expect(tab.state).toMatchObject({ ready: true, settled: false, value: { name: '' } })
    resolve()
    await device.pass(0)
    expect(tab.state).toMatchObject({ settled: true, value: { name: 'Moelven' } })
  })
})

describe('restoring', () => {
  it('is told, with the time', async () => {
    const tab = await open()
    await tab.write({ name: 'Moelven' })
    await tab.close()
    await device.pass(60_000)
    expect((await open()).state).toMatchObject({ notice: { kind: 'restored', at: 120 }, ready: true, typed: false })
  })
  it('can be undone: the form is empty, and so is the disk', async () => {
    await (await open()).write({ name: 'Moelven' })
    const tab = await open()
    tab.draft.undo()
    await settled()
    expect(tab.state).toMatchObject({ value: EMPTY, notice: null })
  })
  it('that was undone does not come back by another tab, and that tab keeps what is its own', async () => {
    const first = await open()
    await first.write({ name: 'Moelven' })
    const second = await open()
    second.draft.undo()
    await settled()
    expect(second.state.value).toEqual(EMPTY)
    expect(first.state.value.name).toBe('Moelven')
    first.kill()
    second.kill()
    expect((await open()).state.value.name).toBe('Moelven')
  })
  it('undone after typing on takes back what was restored, not what was typed since', async () => {
    await (await open()).write({ name: 'Moelven' })
    const tab = await open()
    await tab.write({ phone: '1' })
    tab.draft.undo()
    await device.pass(300)
    expect(tab.state).toMatchObject({ value: { name: '', phone: '1' }, notice: null })
    expect(device.written()).toContain('"phone":"1"')
    expect(device.written()).not.toContain('Moelven')
  })
  it('undone in one tab empties no other that was typed into, though it had followed since', async () => {
    const first = await open()
    await first.write({ name: 'Moelven' })
    const second = await open()
    await second.write({ phone: '1' })
    expect(first.state).toMatchObject({ value: { name: 'Moelven', phone: '1' }, typed: false })
    second.kill()
    const third = await open()
    third.draft.undo()
    await device.pass(300)
    expect(third.state.value).toEqual(EMPTY)
    expect(first.state.value).toMatchObject({ name: 'Moelven', phone: '1' })
    expect(device.written()).toContain('Moelven')
  })
  it('keeps a password that was typed meanwhile', async () => {
    await (await open()).write({ name: 'Moelven' })
    const tab = device.open()
    tab.draft.set({ password: 'Spruce2026' })
    await settled()
    tab.draft.undo()
    await settled()
    expect(tab.state.value).toEqual({ name: 'Moelven', phone: '', password: 'Spruce2026' })
  })
  it('ends when the form is sent', async () => {
    const tab = await open()
    await tab.write({ name: 'Moelven' })
    await tab.draft.clear()
    await tab.close()
    expect(device.disk.size).toBe(0)
    expect((await open()).state).toMatchObject({ value: EMPTY, notice: null })
  })
  it('ends after 30 days', async () => {
    await (await open()).write({ name: 'Moelven' })
    await device.pass(30 * 24 * 3_600_000)
    expect((await open()).state.value).toEqual(EMPTY)
  })
})

describe('a draft of another version', () => {
  const renamed = {
    ...shape,
    version: 2,
    migrate: (kept: unknown) =>
      typeof kept === 'object' && kept !== null && 'name' in kept ? { phone: String(kept.name) } : null,
  }
  it('is brought up to the form of today', async () => {
    await (await open()).write({ name: '+86138' })
    expect((await open('company', renamed)).state).toMatchObject({
      value: { name: '', phone: '+86138' },
      notice: { kind: 'restored' },
    })
  })
  it('that cannot be read is shown as it was, and kept while one types anew', async () => {
    const old = await open()
    await old.write({ name: 'Moelven', phone: '1' })
    await old.close()
    const tab = await open('company', { ...shape, version: 2 })
    expect(tab.state).toMatchObject({
      value: EMPTY,
      notice: null,
      old: {
        entries: [
          ['name', 'Moelven'],
          ['phone', '1'],
        ],
      },
    })
    await tab.write({ name: 'Derome' })
    expect(tab.state).toMatchObject({
      notice: null,
      old: {
        entries: [
          ['name', 'Moelven'],
          ['phone', '1'],
        ],
      },
    })
    expect(device.written()).toMatch(/Moelven.*Derome/)
    tab.draft.putAside()
    await settled()
    expect(device.written()).not.toContain('Moelven')
    expect(device.written()).toContain('Derome')
  })
  it('does not empty the older page that showed it before', async () => {
    await (await open()).write({ name: 'Moelven' })
    const untouched = await open()
    const newer = await open('company', renamed)
    await newer.write({ name: 'Derome' })
    expect(untouched.state).toMatchObject({ value: { name: 'Moelven' }, old: { newer: true } })
  })
  it('with a field of another kind loses that field alone', async () => {
    // A draft that an older version may have left.
    const strange = new Map<string, unknown>([
      ['name', 7],
      ['phone', '1'],
      ['more', true],
    ])
    const wrong: typeof shape = { ...shape, version: 2, migrate: () => Object.fromEntries(strange) }
    await (await open()).write({ name: 'x' })
    expect((await open('company', wrong)).state.value).toEqual({ name: '', phone: '1', password: '' })
  })
})

describe('two tabs', () => {
  it('an untouched form follows the other', async () => {
    const [first, second] = [await open(), await open()]
    await first.write({ name: 'Moelven' })
    expect(second.state).toMatchObject({ value: { name: 'Moelven' }, typed: false, notice: { kind: 'restored' } })
    await first.write({ name: 'Moelven AB' })
    expect(second.state.value.name).toBe('Moelven AB')
    await first.draft.clear()
    await settled()
    expect(second.state).toMatchObject({ value: EMPTY, notice: null })
  })
  it('a tab whose every key the other has taken in goes on from there, and can go back', async () => {
    const [first, second] = [await open(), await open()]
    await first.write({ name: 'Moelven' })
    await second.write({ phone: '1' })
    expect(first.state).toMatchObject({ value: { name: 'Moelven', phone: '1' }, notice: { kind: 'restored' } })
    first.draft.undo()
    await device.pass(300)
    expect(first.state.value).toEqual({ name: 'Moelven', phone: '', password: '' })
  })

  describe('that both typed', () => {
    let first: Tab
    let second: Tab
    beforeEach(async () => {
      first = await open()
      second = await open()
      await first.type({ name: 'first' })
      await second.type({ name: 'second' })
      await device.pass(300)
    })
    it('keep both, and the second is told', () => {
      expect(first.state).toMatchObject({ value: { name: 'first' }, notice: null })
      expect(second.state).toMatchObject({ value: { name: 'second' }, notice: { kind: 'elsewhere' } })
      expect(device.written()).toMatch(/first.*second/)
    })
    it('keep both through further keys and a crash; who comes back is told', async () => {
      await second.write({ name: 'second and more' })
      await first.write({ name: 'first and more' })
      expect(first.state.notice?.kind).toBe('elsewhere')
      first.kill()
      second.kill()
      const back = await open()
      expect(back.state).toMatchObject({ value: { name: 'first and more' }, notice: { kind: 'elsewhere' } })
      back.draft.undo()
      await settled()
      expect(back.state).toMatchObject({ value: { name: 'second and more' }, notice: { kind: 'restored' } })
    })
    it('the other’s can be taken, and one’s own comes back on undo', async () => {
      second.draft.undo()
      await settled()
      expect(second.state).toMatchObject({ value: { name: 'first' }, notice: { kind: 'restored' } })
      expect(device.written()).not.toContain('"second"')
      second.draft.undo()
      await device.pass(300)
      expect(second.state.value.name).toBe('second')
      expect(device.written()).toContain('"second"')
    })
    it('one’s own can be kept: the other tab goes on from it, is told, and can go back', async () => {
      second.draft.dismiss()
      await settled()
      expect(second.state).toMatchObject({ value: { name: 'second' }, notice: null })
      expect(first.state).toMatchObject({ value: { name: 'second' }, notice: { kind: 'restored' } })
      first.draft.undo()
      await settled()
      expect(first.state.value.name).toBe('first')
    })
    it('one’s own was kept: what grows out of it elsewhere is told all the same', async () => {
      second.draft.dismiss()
      await settled()
      await first.write({ phone: '1' })
      expect(second.state).toMatchObject({ value: { name: 'second', phone: '1' }, notice: { kind: 'restored' } })
    })
    it('the other’s was taken, and the word about that put away: what grows out of it is told all the same', async () => {
      second.draft.undo()
      await settled()
      second.draft.dismiss()
      await first.write({ name: 'third' })
      expect(second.state).toMatchObject({ value: { name: 'third' }, notice: { kind: 'restored' } })
    })
    it('what one sends takes only its own draft along', async () => {
      await first.draft.clear()
      expect(device.written()).not.toContain('"first"')
      expect(device.written()).toContain('"second"')
    })
  })

  it('a tab that could not hear learns it when it is shown', async () => {
    const [first, second] = [await open(), await open()]
    device.post = () => {}
    await first.write({ name: 'Moelven' })
    expect(second.state.value.name).toBe('')
    await second.show()
    expect(second.state.value.name).toBe('Moelven')
  })
  it('what is typed before the draft was found stands beside it', async () => {
    const before = await open()
    await before.write({ name: 'first' })
    before.kill()
    const tab = device.open()
    tab.draft.set({ name: 'second' })
    await settled()
    expect(tab.state).toMatchObject({ value: { name: 'second' }, notice: { kind: 'elsewhere' } })
  })
})

describe('an account', () => {
  it('finds its own drafts and no other account’s', async () => {
    await (await open()).write({ name: 'Moelven' })
    device.account = 'buyer2'
    expect((await open()).state.value).toEqual(EMPTY)
    device.account = null
    expect((await open()).state.value).toEqual(EMPTY)
    device.account = 'buyer1'
    expect((await open()).state.value.name).toBe('Moelven')
  })
  it('keeps what is typed while its session ends', async () => {
    const tab = await open()
    await tab.type({ name: 'Moelven' })
    device.account = null
    await tab.close()
    expect((await open()).state.value).toEqual(EMPTY)
    device.account = 'buyer1'
    expect((await open()).state.value.name).toBe('Moelven')
  })
  it('is told what is unsent, and takes it along when signing out, open tabs included', async () => {
    const tab = await open()
    const deaf = await open('profile')
    await tab.write({ name: 'Moelven' })
    expect(await unsentDrafts('buyer1', device.db, device.time.now)).toEqual([{ form: 'company', at: 120 }])
    await tab.type({ phone: '1' })
    await device.pass(1)
    device.account = null
    device.hear = () => () => {}
    device.wipe('buyer1')
    postWiped('buyer1', { post: (message) => device.post(message, deaf) })
    await deaf.write({ name: 'Setra' })
    await tab.hide()
    await device.pass(60_000)
    expect(device.disk.size).toBe(0)
  })
})
