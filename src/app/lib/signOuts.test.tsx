import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { pageClient } from '../../../tests/support/client.tsx'
import { setNavigator, setPageLocation } from '../boot/navigation/index.ts'
import { Queries } from './client.ts'
import { watchSignOuts } from './signOuts.ts'

afterEach(() => {
  document.cookie = 'Seller-Token=; path=/; max-age=0'
  localStorage.clear()
  vi.restoreAllMocks()
})

/** Two tabs of one browser; the first shows what its account may read. */
function twoTabs(pathname: string) {
  const [one, two] = [pageClient(), pageClient()]
  two.session.signedIn('token', 3_600, 'buyer1')
  one.session.refresh()
  onTestFinished(one.session.watch())
  setPageLocation(one, { pathname, href: pathname })
  const navigate = vi.fn((_href: string, _options?: { readonly replace?: boolean }) => Promise.resolve())
  setNavigator(one, () => Promise.resolve({ navigate, preload: () => undefined }))
  const queries = new Queries(one)
  queries.setQueryData(['contract'], 'of buyer1')
  const contract = new QueryObserver(queries, { queryKey: ['contract'], enabled: false })
  onTestFinished(contract.subscribe(() => undefined))
  watchSignOuts(queries)
  return { one, two, navigate, contract }
}
const storageEvent = () => window.dispatchEvent(new Event('storage'))
const settled = () => new Promise((resolve) => setTimeout(resolve, 400))

it('a sign-out in another tab takes the account’s page off this one, also while it is hidden', async () => {
  const { two, navigate, contract } = twoTabs('/order/sign')
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  two.session.end()
  storageEvent()
  await vi.waitFor(() => expect(contract.getCurrentResult().data).toBeUndefined())
  expect(navigate.mock.calls).toEqual([['/order/sign', { replace: true }]])
})

it('a tab that missed the event notices when it is looked at', async () => {
  const { two, navigate } = twoTabs('/order/sign')
  two.session.end()
  window.dispatchEvent(new Event('focus'))
  await vi.waitFor(() => expect(navigate).toHaveBeenCalledOnce())
})

it('the home page stays, without what the account alone may read', async () => {
  const { two, navigate, contract } = twoTabs('/index')
  two.session.end()
  storageEvent()
  await vi.waitFor(() => expect(contract.getCurrentResult().data).toBeUndefined())
  expect(navigate).not.toHaveBeenCalled()
})

it('a sign-in that ended by itself leaves its pages readable', async () => {
  const { one, two, navigate, contract } = twoTabs('/order/sign')
  onTestFinished(two.session.watch())
  two.session.end({ bySelf: true })
  storageEvent()
  await vi.waitFor(() => expect(one.session.endedAccount()).toBe('buyer1'))
  await settled()
  expect(contract.getCurrentResult().data).toBe('of buyer1')
  expect(navigate).not.toHaveBeenCalled()
})

it('a visitor’s page is left alone', async () => {
  const client = pageClient()
  setPageLocation(client, { pathname: '/order/sign', href: '/order/sign' })
  const navigate = vi.fn(() => Promise.resolve())
  setNavigator(client, () => Promise.resolve({ navigate, preload: () => undefined }))
  watchSignOuts(new Queries(client))
  storageEvent()
  await settled()
  expect(navigate).not.toHaveBeenCalled()
})
