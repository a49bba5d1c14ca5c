import { beforeEach, expect, it } from 'vitest'
import { PUSH_CACHE, PUSH_MARK } from '../src/contract/push.ts'
import { FakeCaches } from '../tests/support/fake-caches.ts'
import { openPush, renewSubscription, showPush, type PushPorts } from './push.ts'

const ORIGIN = 'https://sale.example'
const message = { s: 'sub-1', id: 'n1', title: '合同待您签署', body: '请通读', path: '/order/sign/detail', lang: 'zh' }
let caches: FakeCaches
let shown: [string, NotificationOptions][]
let opened: string[]
let focused: string[]
let heard: unknown[]
let urls: string[]
let ports: PushPorts

beforeEach(async () => {
  caches = new FakeCaches()
  ;[shown, opened, focused, heard, urls] = [[], [], [], [], []]
  ports = {
    caches,
    show: (title, options) => Promise.resolve(void shown.push([title, options])),
    pages: () =>
      Promise.resolve(
        urls.map((url) => ({
          url,
          focus: () => Promise.resolve(focused.push(url)),
          postMessage: (data: unknown) => void heard.push(data),
        })),
      ),
    open: (path) => Promise.resolve(opened.push(path)),
  }
  await (await caches.open(PUSH_CACHE)).put(new Request(new URL(PUSH_MARK, ORIGIN)), new Response('sub-1'))
})

it('a message for this browser’s account is shown in its language, and open pages hear of it', async () => {
  urls = [`${ORIGIN}/index`]
  await showPush(ports, () => message)
  expect(shown).toMatchObject([['合同待您签署', { lang: 'zh-CN', tag: 'n1', data: '/order/sign/detail' }]])
  expect(heard).toEqual([{ type: 'notified' }])
})
it.each([
  ['of another account’s subscription', { ...message, s: 'sub-2' }],
  ['that leads to another site', { ...message, path: '//evil.example' }],
  ['that is not whole', { ...message, title: undefined }],
])('a message %s is not shown', async (_what, data) => {
  await showPush(ports, () => data)
  expect(shown).toEqual([])
})
it('after the sign-out nothing of the account is shown', async () => {
  caches = new FakeCaches()
  await showPush({ ...ports, caches }, () => message)
  expect(shown).toEqual([])
})
it('a message that cannot be read is dropped', async () => {
  await showPush(ports, () => JSON.parse('{'))
  expect(shown).toEqual([])
})
it('a press goes to the page that shows it already, and opens one where none does', async () => {
  urls = [`${ORIGIN}/venue/detail`, `${ORIGIN}/order/sign/detail`]
  await openPush(ports, message.path, ORIGIN)
  expect([focused, opened]).toEqual([[`${ORIGIN}/order/sign/detail`], []])
  urls = [`${ORIGIN}/venue/detail`]
  await openPush(ports, message.path, ORIGIN)
  expect(opened).toEqual(['/order/sign/detail'])
  await openPush(ports, '//evil.example', ORIGIN)
  expect(opened).toHaveLength(1)
})

it('a subscription that the browser ended is made anew, and open pages hear of it', async () => {
  urls = [`${ORIGIN}/index`]
  let made = 0
  const subscribe = () => Promise.resolve(++made)
  await renewSubscription(ports, false, subscribe)
  await renewSubscription(ports, true, subscribe)
  await renewSubscription(ports, false, () => Promise.reject(new Error('no network')))
  expect(made).toBe(1)
  expect(heard).toEqual([{ type: 'pushChanged' }, { type: 'pushChanged' }, { type: 'pushChanged' }])
})
