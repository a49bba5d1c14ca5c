import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { promisifyRequest } from 'idb-keyval'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DEVICE_DATABASE, openDeviceDatabase, transact } from './database.ts'
import { storageTrouble } from './trouble.ts'

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it.each(['InvalidStateError', 'UnknownError'])('a connection lost under the app (%s) is opened anew', async (name) => {
  const database = openDeviceDatabase()
  const put = (value: string) =>
    transact(database, async (objects) => void (await promisifyRequest(objects.put(value, 'a'))))
  await put('typed')
  const lost = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('the connection is closing', name)
  })
  await put('typed more')
  lost.mockRestore()
  expect(await database('readonly', (objects) => promisifyRequest(objects.get('a')))).toBe('typed more')
})

it('it is opened anew once: a browser that loses every connection is said so', async () => {
  const database = openDeviceDatabase()
  await database('readonly', (objects) => promisifyRequest(objects.get('a')))
  const failing = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('the connection is closing', 'InvalidStateError')
  })
  await expect(database('readonly', (objects) => promisifyRequest(objects.get('a')))).rejects.toSatisfy(
    (error) => storageTrouble(error) === 'lost',
  )
  expect(failing).toHaveBeenCalledTimes(2)
  failing.mockRestore()
  expect(await database('readonly', (objects) => promisifyRequest(objects.get('a')))).toBeUndefined()
})

it('a browser that never opens its storage has none: nothing was lost', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('a mutation was attempted', 'InvalidStateError')
  })
  const database = openDeviceDatabase()
  await expect(database('readonly', (objects) => promisifyRequest(objects.get('a')))).rejects.toSatisfy(
    (error) => storageTrouble(error) === 'off',
  )
})

it('a deletion by another page does not wait for this one, which opens anew', async () => {
  const database = openDeviceDatabase()
  await transact(database, async (objects) => void (await promisifyRequest(objects.put('typed', 'a'))))
  await promisifyRequest(indexedDB.deleteDatabase(DEVICE_DATABASE))
  expect(await database('readonly', (objects) => promisifyRequest(objects.get('a')))).toBeUndefined()
})
