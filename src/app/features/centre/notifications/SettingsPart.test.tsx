import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { InClient, pageClient } from '../../../../../tests/support/client.tsx'
import { Queries } from '../../../lib/client.ts'
import { settingsQuery, type Settings } from './queries.ts'
import { SettingsPart } from './SettingsPart.tsx'

vi.mock('./PushBox.tsx', () => ({ PushBox: () => null }))
vi.mock('../../../ui/PathLink.tsx', () => ({ PathLink: () => null }))

const BEFORE: Settings = {
  off: [],
  sms: ['lotWon'],
  quiet: null,
  email: 'a@example.cn',
  phone: '13800000000',
  pushKey: 'B',
}
const { promise: never } = Promise.withResolvers<never>()
let stored: Settings
let client: ReturnType<typeof pageClient>

beforeEach(() => {
  stored = BEFORE
  client = pageClient()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function shown(change: (next: Pick<Settings, 'off' | 'sms' | 'quiet'>) => Promise<unknown>): HTMLInputElement {
  vi.spyOn(client.calls, 'send').mockImplementation(((name: string, { body }: { body: Settings }) =>
    name === 'notificationSettings' ? Promise.resolve(stored) : change(body)) as never)
  const queries = new Queries(client, { defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  queries.setQueryData(settingsQuery.queryKey, BEFORE)
  render(
    <InClient client={client} queries={queries}>
      <SettingsPart />
    </InClient>,
  )
  return screen.getAllByRole<HTMLInputElement>('checkbox')[0]!
}

it('a switch shows the change at once, before anything is sent', () => {
  const tick = shown(() => never)
  expect(tick.checked).toBe(true)
  fireEvent.click(tick)
  expect(tick.checked).toBe(false)
})

it('a change that failed goes back to what is stored by now', async () => {
  const tick = shown(() => {
    // Meanwhile another device has changed another setting.
    stored = { ...BEFORE, quiet: { from: 60, to: 120, zone: 'Asia/Shanghai' } }
    return Promise.reject(new Error('no'))
  })
  fireEvent.click(tick)
  await waitFor(() => expect(tick.checked).toBe(true))
  await waitFor(() => expect(screen.getAllByRole<HTMLInputElement>('checkbox').at(-1)!.checked).toBe(true))
})

it('a change that was saved stays', async () => {
  const send = vi.fn(({ off, sms, quiet }: Pick<Settings, 'off' | 'sms' | 'quiet'>) => {
    stored = { ...BEFORE, off, sms, quiet }
    return Promise.resolve()
  })
  const tick = shown(send)
  fireEvent.click(tick)
  await waitFor(() => expect(client.calls.send).toHaveBeenCalledTimes(2))
  expect(tick.checked).toBe(false)
  expect(send.mock.calls[0]![0]).toEqual({
    off: [expect.objectContaining({ channel: 'mail' })],
    sms: ['lotWon'],
    quiet: null,
  })
})

it('a kind is told by text message as chosen; a lot that is won always is', async () => {
  const send = vi.fn(() => Promise.resolve())
  shown(send)
  expect(screen.queryByLabelText('You have won a lot: text message')).toBeNull()
  const tick = screen.getByLabelText<HTMLInputElement>('You are outbid while away: text message')
  expect(tick.checked).toBe(false)
  fireEvent.click(tick)
  await waitFor(() => expect(send).toHaveBeenCalledWith({ off: [], sms: ['lotWon', 'outbid'], quiet: null }))
})
