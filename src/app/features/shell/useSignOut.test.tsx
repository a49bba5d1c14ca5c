import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setNavigator } from '../../boot/navigation/index.ts'
import { unsentDrafts } from '../../../client/drafts/draftPorts.ts'
import { wipeAccount } from '../../../client/wipeAccount.ts'
import { questionOf } from '../../ui/confirm.ts'
import { useSignOut } from './useSignOut.ts'
import type { Client } from '../../../client/client.ts'
import { chineseClient, InClient } from '../../../../tests/support/client.tsx'

vi.mock('../../../client/drafts/draftPorts.ts')
vi.mock('../../../client/wipeAccount.ts')

let client: Client
let went: string[] = []

beforeEach(async () => {
  went = []
  client = await chineseClient()
  setNavigator(client, () =>
    Promise.resolve({ navigate: (href) => Promise.resolve(void went.push(href)), preload: () => {} }),
  )
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  client.session.signedIn('token', 3600, 'buyer1')
  vi.mocked(wipeAccount).mockResolvedValue()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

async function pressQuit(): Promise<void> {
  render(
    <InClient client={client}>
      <Quit />
    </InClient>,
  )
  const button = await screen.findByRole('button')
  button.click()
}
function Quit() {
  const leave = useSignOut()
  return (
    <button type="button" onClick={() => void leave()}>
      quit
    </button>
  )
}
const expectGone = async () => {
  await waitFor(() => expect(went).toEqual(['/login']))
  expect(client.session.account()).toBeNull()
  expect(wipeAccount).toHaveBeenCalledWith(client, 'buyer1')
}

it('takes everything of the person off the device, with no network too', async () => {
  vi.mocked(unsentDrafts).mockResolvedValue([])
  await pressQuit()
  await expectGone()
})

it('warns first of what is unsent; who says no stays, with all of it', async () => {
  vi.mocked(unsentDrafts).mockResolvedValue([{ form: 'company', at: Date.parse('2026-11-21T06:05:00Z') }])
  await pressQuit()
  await waitFor(() => expect(questionOf(client).get()?.text).toContain('企业信息表 (11月21日周六 14:05)'))
  expect(client.locale).toBe('zh')
  questionOf(client).get()?.answer(false)
  await waitFor(() => expect(questionOf(client).get()).toBeNull())
  expect(client.session.account()).toBe('buyer1')
  expect(wipeAccount).not.toHaveBeenCalled()
})

it('lets go after a yes', async () => {
  vi.mocked(unsentDrafts).mockResolvedValue([{ form: 'company', at: 0 }])
  await pressQuit()
  await waitFor(() => expect(questionOf(client).get()).not.toBeNull())
  questionOf(client).get()?.answer(true)
  await expectGone()
})

it('signs the account out though a database fails', async () => {
  vi.mocked(unsentDrafts).mockRejectedValue(new Error('no database'))
  vi.mocked(wipeAccount).mockRejectedValue(new Error('no database'))
  await pressQuit()
  await expectGone()
})
