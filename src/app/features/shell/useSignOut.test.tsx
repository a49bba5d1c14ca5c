import { i18n } from '@lingui/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { activateLocale } from '../../lib/i18n/index.ts'
import { currentAccount, signedIn } from '../../../client/session/index.ts'
import { setNavigator } from '../../boot/navigation/index.ts'
import { unsentDrafts } from '../../../client/drafts/draftPorts.ts'
import { wipeAccount } from '../../../client/wipeAccount.ts'
import { asked } from '../../ui/confirm.ts'
import { useQuit } from './useSignOut.ts'

vi.mock('../../../client/drafts/draftPorts.ts')
vi.mock('../../../client/wipeAccount.ts')

let went: string[] = []

beforeEach(async () => {
  went = []
  setNavigator(() => Promise.resolve({ go: (href) => Promise.resolve(void went.push(href)), preload: () => {} }))
  await activateLocale('zh')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  signedIn('token', 3600, 'buyer1')
  vi.mocked(wipeAccount).mockResolvedValue()
})
afterEach(() => {
  cleanup()
  setNavigator(null)
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

async function pressQuit(): Promise<void> {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Quit />
    </QueryClientProvider>,
  )
  const button = await screen.findByRole('button')
  button.click()
}
function Quit() {
  const quit = useQuit()
  return (
    <button type="button" onClick={() => void quit()}>
      quit
    </button>
  )
}
const expectGone = async () => {
  await waitFor(() => expect(went).toEqual(['/login']))
  expect(currentAccount()).toBeNull()
  expect(wipeAccount).toHaveBeenCalledWith('buyer1')
}

it('takes everything of the person off the device, with no network too', async () => {
  vi.mocked(unsentDrafts).mockResolvedValue([])
  await pressQuit()
  await expectGone()
})

it('warns first of what is unsent; who says no stays, with all of it', async () => {
  vi.mocked(unsentDrafts).mockResolvedValue([{ form: 'company', at: Date.parse('2026-11-21T06:05:00Z') }])
  await pressQuit()
  await waitFor(() => expect(asked.get()?.text).toContain('企业信息表 (11月21日周六 14:05)'))
  expect(i18n.locale).toBe('zh')
  asked.get()?.answer(false)
  await waitFor(() => expect(asked.get()).toBeNull())
  expect(currentAccount()).toBe('buyer1')
  expect(wipeAccount).not.toHaveBeenCalled()
})

it('lets go after a yes', async () => {
  vi.mocked(unsentDrafts).mockResolvedValue([{ form: 'company', at: 0 }])
  await pressQuit()
  await waitFor(() => expect(asked.get()).not.toBeNull())
  asked.get()?.answer(true)
  await expectGone()
})

it('does not keep anybody signed in because a database fails', async () => {
  vi.mocked(unsentDrafts).mockRejectedValue(new Error('no database'))
  vi.mocked(wipeAccount).mockRejectedValue(new Error('no database'))
  await pressQuit()
  await expectGone()
})
