import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { pageClient } from '../../../../tests/support/client.tsx'
import { forgetPush } from '../../../client/push/push.ts'
import { setPageLocation, setPageOpened } from '../../boot/navigation/index.ts'
import { Queries } from '../../lib/client.ts'
import { questionOf } from '../../ui/confirm.ts'
import { noticesOf } from '../../ui/toast.ts'
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
    await vi.waitFor(() => expect(forgetPush).toHaveBeenCalledExactlyOnceWith(client))
  },
)

it.each(['/user/company', '/venue/detail'])(
  'of two windows in view both say that the sign-in has ended, and the one on %s forgets it after a sign-in in the other',
  async (pathname) => {
    const [ended, other] = [pageClient(), pageClient()]
    ended.session.signedIn('token', 3_600, 'buyer1')
    for (const client of [ended, other]) {
      setPageOpened(client, () => Promise.resolve())
      setPageLocation(client, { pathname, href: pathname })
      onTestFinished(client.session.watch())
      watchEndings({ client, queries: new Queries(client), localeReady: Promise.resolve() })
    }
    ended.signals.emit({ type: 'unauthorised', client: 'seller' })
    for (const client of [ended, other])
      await vi.waitFor(() =>
        expect(pathname.startsWith('/venue') ? noticesOf(client).get()[0] : questionOf(client).get()).toBeTruthy(),
      )
    expect(other.session.ended.get()).toBe(true)
    expect(other.session.endedAccount()).toBe('buyer1')
    ended.session.signedIn('token 2', 3_600, 'buyer1')
    other.session.refresh()
    expect(other.session.ended.get()).toBe(false)
    expect(questionOf(other).get()).toBeNull()
  },
)

it('the prompt to sign in goes where the person is at the sign-in page already', async () => {
  const client = pageClient()
  setPageOpened(client, () => Promise.resolve())
  setPageLocation(client, { pathname: '/user/company', href: '/user/company' })
  client.session.signedIn('token', 3_600, 'buyer1')
  watchEndings({ client, queries: new Queries(client), localeReady: Promise.resolve() })
  client.signals.emit({ type: 'unauthorised', client: 'seller' })
  await vi.waitFor(() => expect(questionOf(client).get()).not.toBeNull())
  const text = questionOf(client).get()?.text
  setPageLocation(client, { pathname: '/login', href: '/login?redirect=%2Fuser%2Fcompany' })
  expect(questionOf(client).get()).toBeNull()
  // A guard brought the person to the sign-in page before the dialog was read, so the reason is shown there.
  expect(noticesOf(client).get()).toEqual([expect.objectContaining({ title: text })])
})

it.each([
  ['buyer1', 'what buyer1 sees'],
  ['buyer2', undefined],
])('after the sign-in of buyer1 has ended, that of %s leaves on screen: %s', async (account, left) => {
  const client = pageClient()
  setPageOpened(client, () => Promise.resolve())
  client.session.signedIn('token', 3_600, 'buyer1')
  const queries = new Queries(client)
  watchEndings({ client, queries, localeReady: Promise.resolve() })
  const observer = new QueryObserver(queries, {
    queryKey: ['page'],
    queryFn: () => new Promise<string>(() => undefined),
    staleTime: Infinity,
  })
  queries.setQueryData(['page'], 'what buyer1 sees')
  onTestFinished(observer.subscribe(() => undefined))
  client.session.end({ bySelf: true })
  expect(queries.getQueryData(['page'])).toBe('what buyer1 sees')
  client.session.signedIn('token 2', 3_600, account)
  expect(observer.getCurrentResult()).toMatchObject({ data: left, fetchStatus: 'fetching' })
})
