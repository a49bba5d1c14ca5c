import { afterEach, expect, it, vi } from 'vitest'
import { chineseClient } from '../../../../tests/support/client.tsx'
import { noticesOf } from '../../ui/toast.ts'
import { saveBlob } from '../saveBlob.ts'
import { watchSaves } from './inApp.ts'

const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'
afterEach(() => document.body.replaceChildren())

it.each([
  [`${SAFARI} MicroMessenger/8.0.50 Language/zh_CN`, /微信/],
  [`${SAFARI} AliApp(DingTalk/7.6.0)`, /钉钉/],
  [`${SAFARI} AliApp(AP/10.5) AlipayClient/10.5`, /支付宝/],
])('%s: a saved file says how to open the page outside', async (agent, name) => {
  Object.assign(URL, { createObjectURL: () => '#file', revokeObjectURL: () => {} })
  const client = await chineseClient('people')
  watchSaves(client, agent)
  saveBlob('contract.json', new Blob(['{}']))
  await vi.waitFor(() => expect(noticesOf(client).get()[0]?.title).toMatch(name))
  expect(noticesOf(client).get()[0]?.text).toMatch(/浏览器/)
})

it('other browsers say nothing', async () => {
  Object.assign(URL, { createObjectURL: () => '#file', revokeObjectURL: () => {} })
  const client = await chineseClient('people')
  watchSaves(client, SAFARI)
  saveBlob('contract.json', new Blob(['{}']))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(noticesOf(client).get()).toEqual([])
})
