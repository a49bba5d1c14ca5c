import { MutationObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { nodeClient } from '../../../tests/support/client.tsx'
import { OfflineError } from '../../client/calls/index.ts'
import { createQueries } from './query.ts'

const client = nodeClient({ fetch: () => Promise.reject(new TypeError('no network')) })
client.link.override({ kind: 'offline', since: 0 })
const queries = createQueries(client, () => null)

it('offline, a call is refused before it is sent', async () => {
  const mutationFn = vi.fn<() => Promise<void>>(() => Promise.resolve())
  await expect(new MutationObserver(queries, { mutationFn }).mutate()).rejects.toThrow(OfflineError)
  expect(mutationFn).not.toHaveBeenCalled()
})

it('16.4 offline, what goes into the outbox is taken', async () => {
  const mutationFn = () => Promise.resolve('kept')
  await expect(new MutationObserver(queries, { mutationFn, meta: { outbox: true } }).mutate()).resolves.toBe('kept')
})
