import { expect, test } from 'vitest'
import { SendQueue } from './send-queue.ts'

const LIMITS = { backlogBytes: 100, stalledMs: 10_000, sliceBytes: 8 }

/** A socket that buffers writes, and flushes when the test says so. */
function sink() {
  const written: string[] = []
  const flushes: (() => void)[] = []
  return {
    written,
    /** The system accepts the written bytes. */
    flush() {
      this.writableLength = 0
      for (const done of flushes.splice(0)) done()
    },
    writableLength: 0,
    write(bytes: Uint8Array, flushed?: () => void) {
      written.push(Buffer.from(bytes).toString())
      this.writableLength += bytes.length
      if (flushed) flushes.push(flushed)
      return true
    },
  }
}

function outlet(limits = LIMITS) {
  const socket = sink()
  const clock = { now: 0 }
  return { socket, clock, outlet: new SendQueue(socket, limits, () => clock.now) }
}
const bytes = (text: string) => Buffer.from(text)

test('a reader who keeps up gets each frame straight away', () => {
  const { socket, outlet: out } = outlet()
  for (const text of ['a', 'b', 'c']) {
    out.push(bytes(text))
    socket.flush()
  }
  expect(socket.written).toEqual(['a', 'b', 'c'])
  expect(out.slow).toBe(false)
})

test('what a slow reader has not taken waits here, in order, and reaches the reader whole', () => {
  const { socket, outlet: out } = outlet()
  const frames = ['first', 'a second, longer one', 'third']
  for (const text of frames) out.push(bytes(text))
  while (socket.writableLength > 0) socket.flush()
  expect(socket.written.join('')).toBe(frames.join(''))
  expect(out.waitingBytes).toBe(0)
})

test('only what waits behind the frame in flight counts as lag, however long that frame is (mend 7)', () => {
  const { socket, outlet: out } = outlet()
  out.push(bytes('x'.repeat(8)), bytes('x'.repeat(500)))
  out.push(bytes('y'.repeat(100)))
  expect(out.slow).toBe(false)
  out.push(bytes('z'))
  expect(out.slow).toBe(true)
  while (out.waitingBytes > 80) socket.flush()
  // Now the second frame is the one in flight.
  expect(out.slow).toBe(false)
})

test('a long frame on a thin link is not slow while pieces of it leave; it is once none has for ten seconds', () => {
  const { socket, clock, outlet: out } = outlet()
  out.push(bytes('x'.repeat(64)))
  for (let piece = 0; piece < 5; piece++) {
    clock.now += 9_000
    expect(out.slow).toBe(false)
    socket.flush()
  }
  clock.now += 10_001
  expect(out.slow).toBe(true)
})

test('shut, it finishes the frame that has begun, so that a close frame behind it can be read, and drops the rest', () => {
  const { socket, outlet: out } = outlet()
  out.push(bytes('0123456789abcdef!'))
  out.push(bytes('never'))
  socket.flush()
  out.shut()
  out.push(bytes('nor this'))
  socket.flush()
  expect(socket.written.join('')).toBe('0123456789abcdef!')
})

test('a frame in parts is one frame: shut after the first part, it still ends whole', () => {
  const { socket, outlet: out } = outlet()
  out.push(bytes('head:'), bytes('0123456789'))
  out.push(bytes('never'))
  expect(socket.written).toEqual(['head:'])
  out.shut()
  socket.flush()
  expect(socket.written.join('')).toBe('head:0123456789')
})
