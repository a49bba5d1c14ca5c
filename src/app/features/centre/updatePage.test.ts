import { onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { updatePage } from './updatePage.ts'

function shown(client: QueryClient, key: string, answer: () => Promise<unknown>): () => void {
  return new QueryObserver(client, { queryKey: [key], queryFn: answer, retry: false }).subscribe(() => undefined)
}

it('asks anew for what is shown, and for nothing else', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  for (const key of ['shown', 'left']) client.setQueryData([key], 0)
  const asked = { shown: 0, left: 0 }
  const stop = shown(client, 'shown', () => Promise.resolve((asked.shown += 1)))
  shown(client, 'left', () => Promise.resolve((asked.left += 1)))()
  expect(await updatePage(client)).toBe(true)
  expect(asked).toEqual({ shown: 1, left: 0 })
  expect(client.getQueryData(['shown'])).toBe(1)
  stop()
})

it('tells that something did not come; what was shown stays', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(['news'], 'old')
  const stop = shown(client, 'news', () => Promise.reject(new Error('no link')))
  expect(await updatePage(client)).toBe(false)
  expect(client.getQueryData(['news'])).toBe('old')
  stop()
})

it('leaves out what began while the page was updated', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  for (const key of ['news', 'count']) client.setQueryData([key], 'old')
  const never = Promise.withResolvers<unknown>()
  let asked = 0
  const stops = [shown(client, 'count', () => ((asked += 1) === 1 ? Promise.resolve('new') : never.promise))]
  stops.push(
    shown(client, 'news', async () => {
      // A component that appears with the news makes its own request, and the count is refetched by its interval.
      await vi.waitFor(() => expect(client.getQueryData(['count'])).toBe('new'))
      stops.push(shown(client, 'part', () => never.promise))
      void client.refetchQueries({ queryKey: ['count'] })
      return 'new'
    }),
  )
  expect(await updatePage(client)).toBe(true)
  expect(client.isFetching()).toBe(2)
  stops.forEach((stop) => stop())
})

it('tells that nothing comes without a network', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(['news'], 'old')
  const stop = shown(client, 'news', () => Promise.resolve('new'))
  onlineManager.setOnline(false)
  try {
    expect(await updatePage(client)).toBe(false)
  } finally {
    onlineManager.setOnline(true)
    stop()
  }
})
