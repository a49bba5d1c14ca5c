import { QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { chineseClient } from '../../../tests/support/client.tsx'
import { ClientProvider, Queries } from './client.ts'
import { fillPage, useNewest } from './written.ts'

const AT = Date.parse('2026-11-27T06:00:00Z')
const MINUTE = 60_000
const saidQuery = queryOptions({ queryKey: ['said'], queryFn: () => 'never asked', enabled: false })

function Said() {
  const { data, dataUpdatedAt } = useNewest(useQuery(saidQuery), saidQuery.queryKey)
  return (
    <p>
      {data}, {dataUpdatedAt - AT}
    </p>
  )
}

let root: Root | undefined
afterEach(() => act(() => root?.unmount()))

/** A page that the server wrote at `AT`, taken over at `now` by a device with a copy of its own. */
async function takeOver(now: number, copy: { readonly data: string; readonly at: number } | null) {
  const queries = new Queries(await chineseClient())
  const app = (
    <ClientProvider value={queries.client}>
      <QueryClientProvider client={queries}>
        <Said />
      </QueryClientProvider>
    </ClientProvider>
  )
  const answers = [{ key: saidQuery.queryKey, data: 'written', personal: true }] as const
  fillPage(queries, { locale: 'zh', known: true, at: AT, answers }, now)
  const page = document.createElement('div')
  page.innerHTML = renderToString(app)
  expect(page.textContent).toBe('written, 0')
  if (copy) queries.setQueryData(saidQuery.queryKey, copy.data, { updatedAt: copy.at })
  const problems: unknown[] = []
  await act(async () => {
    root = hydrateRoot(page, app, { onRecoverableError: (error) => problems.push(error) })
  })
  expect(problems).toEqual([])
  const fetched = (data: string, at: number) =>
    act(async () => void queries.setQueryData(saidQuery.queryKey, data, { updatedAt: at }))
  return { shown: () => page.textContent, fetched }
}

test('a device’s older copy takes no place of what the server wrote, however early it is there', async () => {
  const { shown, fetched } = await takeOver(AT, { data: 'copy', at: AT - 2 * MINUTE })
  expect(shown()).toBe('written, 0')
  await fetched('fetched', AT + 1)
  await vi.waitFor(() => expect(shown()).toBe('fetched, 1'))
})

test('a newer copy follows once the page is taken over, which begins with what is written', async () => {
  const { shown } = await takeOver(AT + 5 * MINUTE, { data: 'copy', at: AT + MINUTE })
  expect(shown()).toBe(`copy, ${MINUTE}`)
})

test('on a device whose clock is slow, what is fetched is newer all the same', async () => {
  const slow = AT - 10 * MINUTE
  const { shown, fetched } = await takeOver(slow, { data: 'copy', at: slow - 2 * MINUTE })
  expect(shown()).toBe('written, 0')
  await fetched('fetched', slow + 1_000)
  await vi.waitFor(() => expect(shown()).toBe(`fetched, ${slow + 1_000 - AT}`))
})

test('a reader’s own answer of less than a minute before stays: what is written has no reader’s part in a sale', async () => {
  const { shown } = await takeOver(AT, { data: 'own', at: AT - 30_000 })
  await vi.waitFor(() => expect(shown()).toBe('own, -30000'))
})
