import { QueryObserver, type QueryObserverResult } from '@tanstack/react-query'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { until } from '../../../tests/support/until.ts'
import { ApiError, NetworkError } from '../../client/calls/index.ts'
import { writeAnswer } from '../../client/device/answerCache.ts'
import { DEVICE_DATABASE, DEVICE_OBJECTS } from '../../client/device/database.ts'
import { CODE } from '../../contract/codes.ts'
import { createQueries } from './query.ts'
import { nodeClient } from '../../../tests/support/client.tsx'

const client = nodeClient()
const AT = Date.now() - 60_000
const gone = (): Promise<string> => Promise.reject(new NetworkError('no answer'))

beforeAll(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
})
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

it('13.5 a copy that a slow device delivers after more than 400 ms is shown, with its age, where the server is gone', async () => {
  const release = await keep('slow')
  const read = ask('slow', gone)
  setTimeout(release, 1_000)
  const shown = await until(() => read().status !== 'pending' && read().fetchStatus === 'idle' && read())
  expect(shown).toMatchObject({ data: 'kept', dataUpdatedAt: AT, error: new NetworkError('no answer') })
})

it('13.5 a copy that comes after the page said that there is nothing takes the place of that, as one not renewed', async () => {
  const release = await keep('late')
  const read = ask('late', gone)
  await until(() => read().isError)
  expect(read().data).toBeUndefined()
  release()
  await until(() => read().data)
  expect(read()).toMatchObject({ data: 'kept', dataUpdatedAt: AT, status: 'error', isFetching: false })
})

it('13.5 a slow device does not hold up the network, and its copy does not replace the answer', async () => {
  const release = await keep('held up')
  const read = ask('held up', () => Promise.resolve('new'))
  await until(() => read().data)
  expect(read().data).toBe('new')
  release()
  await settled()
  expect(read().data).toBe('new')
})

it('13.5 the next try does not wait for the device', async () => {
  const release = await keep('again')
  const [first, second] = [gone, () => Promise.resolve('new')]
  let asked = 0
  const read = ask('again', () => (++asked === 1 ? first() : second()), { retry: true })
  await until(() => read().data)
  expect([read().data, asked]).toEqual(['new', 2])
  release()
})

it('13.5 a refusal is told at once, and stands when the copy comes', async () => {
  const release = await keep('refused')
  const no = new ApiError({ code: CODE.notFound, msg: 'no' })
  const read = ask('refused', () => Promise.reject(no))
  await until(() => read().isError)
  release()
  await settled()
  expect(read()).toMatchObject({ data: undefined, error: no })
})

/** Stores a copy, and keeps the device's database busy until the returned function is called. */
async function keep(name: string): Promise<() => void> {
  await writeAnswer(
    client,
    { name: JSON.stringify([name]), audience: 'everyone', account: null },
    { at: AT, data: 'kept' },
  )
  return new Promise((resolve) => {
    const opening = indexedDB.open(DEVICE_DATABASE)
    opening.addEventListener('success', () => {
      // A running write delays every read that begins after it.
      const objects = opening.result.transaction(DEVICE_OBJECTS, 'readwrite').objectStore(DEVICE_OBJECTS)
      let busy = true
      const goOn = (): void => {
        if (busy) objects.get(['']).addEventListener('success', goOn)
      }
      goOn()
      const release = (): void => {
        busy = false
      }
      stops.push(release)
      resolve(release)
    })
  })
}

function ask(name: string, queryFn: () => Promise<string>, { retry = false } = {}): () => QueryObserverResult<string> {
  const queries = createQueries(client, () => undefined)
  const observer = new QueryObserver<string>(queries, {
    queryKey: [name],
    queryFn,
    meta: { call: 'timelineInfo' },
    ...(retry ? {} : { retry: false }),
  })
  stops.push(observer.subscribe(() => undefined))
  return () => observer.getCurrentResult()
}

/** Waits until all reads begun before have ended. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300))
