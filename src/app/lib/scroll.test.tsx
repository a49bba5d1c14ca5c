import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scrollToTop } from './scroll.ts'

/** Frames of the page, run by hand. */
let frames: FrameRequestCallback[] = []
const frame = (now: number): void => {
  const [run, ...later] = frames
  frames = later
  run?.(now)
}
let top = 0
beforeEach(() => {
  frames = []
  top = 1_000
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('scrollTo', (_x: number, y: number) => {
    top = y
  })
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run))
  vi.stubGlobal('scrollY', 1_000)
  vi.spyOn(performance, 'now').mockReturnValue(0)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('scrolls to the top within 800 ms', () => {
  scrollToTop()
  frame(400)
  expect(top).toBe(500)
  frame(800)
  expect([top, frames]).toEqual([0, []])
})

test.each(['wheel', 'pointerdown', 'keydown'])('%s stops it: nothing moves under the pointer', (act) => {
  scrollToTop()
  frame(400)
  window.dispatchEvent(new Event(act))
  frame(500)
  expect([top, frames]).toEqual([500, []])
})
