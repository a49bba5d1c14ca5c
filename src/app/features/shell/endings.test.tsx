import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pageClient } from '../../../../tests/support/client.tsx'
import { forgetPush } from '../../../client/push/push.ts'
import { setPageOpened } from '../../boot/navigation/index.ts'
import { Queries } from '../../lib/client.ts'
import { watchEndings } from './endings.ts'

vi.mock('../../../client/push/push.ts')

beforeEach(() => void vi.mocked(forgetPush).mockResolvedValue())
afterEach(() => {
  for (const name of ['Seller-Token', 'Venue-Token']) document.cookie = `${name}=; path=/; max-age=0`
  localStorage.clear()
  vi.resetAllMocks()
})

it.each([{}, { idle: 'idle for too long' }])(
  'a sign-in that the server ended %o ends the push messages',
  async (why) => {
    const client = pageClient()
    setPageOpened(client, () => Promise.resolve())
    client.session.signedIn('token', 3_600, 'buyer1')
    watchEndings({ client, queries: new Queries(client), localeReady: Promise.resolve() })
    expect(forgetPush).not.toHaveBeenCalled()
    client.signals.emit({ type: 'unauthorised', client: 'seller', ...why })
    await vi.waitFor(() => expect(client.session.read('Seller-Token')).toBeNull())
    expect(forgetPush).toHaveBeenCalledExactlyOnceWith(client)
  },
)
