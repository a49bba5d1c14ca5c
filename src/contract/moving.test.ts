import { expect, test } from 'vitest'
import { Stalled, whileMoving } from './moving.ts'

/** One timer at a time, run by hand. */
function timers() {
  const due = new Set<() => void>()
  return {
    after: (_ms: number, run: () => void) => {
      due.add(run)
      return () => void due.delete(run)
    },
    run: () => due.forEach((one) => one()),
    due,
  }
}

/** An answer whose bytes come by hand, and whose body fails when the request is ended, as `fetch` does it. */
function slowAnswer() {
  const request = new AbortController()
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  request.signal.addEventListener('abort', () => void writer.abort(request.signal.reason).catch(() => undefined))
  return { request, answer: new Response(readable), writer }
}
const byte = new Uint8Array([120])

test('a file whose bytes go on coming is read, each byte beginning the wait anew', async () => {
  const { after, due } = timers()
  const { request, answer, writer } = slowAnswer()
  const text = whileMoving({ after, request, ask: async () => answer, read: (one) => one.text() })
  const waits: unknown[] = []
  for (let at = 0; at < 3; at++) {
    await writer.write(byte)
    await expect.poll(() => waits.includes([...due][0])).toBe(false)
    waits.push([...due][0])
  }
  expect(new Set(waits).size).toBe(3)
  await writer.close()
  expect(await text).toBe('xxx')
  await expect.poll(() => due.size).toBe(0)
})

test('a body that stops is given up, and its request ended, so that the connection is free', async () => {
  const { after, run } = timers()
  const { request, answer, writer } = slowAnswer()
  const read = whileMoving({ after, request, ask: async () => answer, read: (one) => one.text() })
  const failed = expect(read).rejects.toThrow(Stalled)
  await writer.write(byte)
  expect(request.signal.aborted).toBe(false)
  run()
  await failed
  expect(request.signal.aborted).toBe(true)
})

test('a request without an answer is given up too', async () => {
  const { after, run } = timers()
  const request = new AbortController()
  const read = whileMoving({
    after,
    request,
    ask: () => new Promise<Response>(() => undefined),
    read: (one) => one.text(),
  })
  const failed = expect(read).rejects.toThrow(Stalled)
  run()
  await failed
  expect(request.signal.aborted).toBe(true)
})

test('an answer that is not read to its end holds no connection', async () => {
  const { after, due } = timers()
  const { request, answer } = slowAnswer()
  expect(await whileMoving({ after, request, ask: async () => answer, read: async () => 'of no use' })).toBe(
    'of no use',
  )
  await expect.poll(() => request.signal.aborted).toBe(true)
  expect(due.size).toBe(0)
})
