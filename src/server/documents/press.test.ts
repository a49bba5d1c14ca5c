import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { openPress } from './press.ts'
import type { Printed, Printing } from './press.ts'

/** Answers when it is let. */
class Thread extends EventEmitter {
  readonly asked: Printing[] = []
  terminated = false
  postMessage(printing: Printing): void {
    this.asked.push(printing)
  }
  answer(printed: Printed): void {
    this.emit('message', printed)
  }
  terminate(): Promise<number> {
    this.terminated = true
    return Promise.resolve(0)
  }
}
const printing = (data: string): Printing => ({ template: 'receipt', data, at: 0 })
const printed = (text: string): Printed => ({ kind: 'printed', bytes: new TextEncoder().encode(text) })

function open(mostWaiting = 24) {
  const threads: Thread[] = []
  const press = openPress({
    mostWaiting,
    newWorker: () => {
      const thread = new Thread()
      threads.push(thread)
      return thread as unknown as Worker
    },
  })
  return { press, threads }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('one document is set once, however many ask for it, and again from what was kept', async () => {
  const { press, threads } = open()
  const both = Promise.all([press.print(printing('a')), press.print(printing('a'))])
  await settled()
  threads[0]?.answer(printed('A'))
  expect((await both).map(String)).toEqual(['A', 'A'])
  expect(String(await press.print(printing('a')))).toBe('A')
  expect(threads[0]?.asked).toHaveLength(1)
})

test('documents are set one after the other; beyond those that may wait it is busy', async () => {
  const { press, threads } = open(2)
  const one = press.print(printing('a'))
  const two = press.print(printing('b'))
  await expect(press.print(printing('c'))).rejects.toMatchObject({ name: 'PressBusy' })
  await settled()
  expect(threads[0]?.asked.map(({ data }) => data)).toEqual(['a'])
  threads[0]?.answer(printed('A'))
  await one
  await settled()
  threads[0]?.answer(printed('B'))
  expect(String(await two)).toBe('B')
})

test('a thread that dies takes one document along; the next has a thread of its own', async () => {
  const { press, threads } = open()
  const one = press.print(printing('a'))
  await settled()
  threads[0]?.emit('exit')
  await expect(one).rejects.toThrow('thread ended')
  const two = press.print(printing('a'))
  await settled()
  threads[1]?.answer(printed('A'))
  expect(String(await two)).toBe('A')
})

test('a machine without a compiler says so', async () => {
  const { press, threads } = open()
  const one = press.print(printing('a'))
  await settled()
  threads[0]?.answer({ kind: 'unavailable', why: 'no binary' })
  await expect(one).rejects.toMatchObject({ name: 'PressMissing' })
  await press.close()
  expect(threads[0]?.terminated).toBe(true)
})
