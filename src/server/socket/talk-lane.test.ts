import { expect, test } from 'vitest'
import { Frame } from './frame.ts'
import { TALK_WINDOW, TalkLane } from './talk-lane.ts'

const HALF = TALK_WINDOW / 2
const frame = (text: string) => new Frame(text)
const sending = (lane: TalkLane, bytes: number) => {
  expect(lane.takes(bytes)).toBe(true)
  lane.sent(bytes)
}

test('a window of messages is on its way at most; the next leave once a later tick is answered', () => {
  const lane = new TalkLane()
  sending(lane, HALF)
  sending(lane, HALF)
  expect(lane.takes(1)).toBe(false)
  const waiting = frame('waits')
  lane.queue(waiting, HALF)
  expect(lane.next()).toBeNull()
  lane.ticked(7, 0)
  lane.answered(6)
  expect(lane.next()).toBeNull()
  lane.answered(7)
  expect(lane.next()).toBe(waiting)
})

test('a message longer than a window leaves when nothing else is on its way', () => {
  const lane = new TalkLane()
  const long = frame('long')
  expect(lane.takes(3 * TALK_WINDOW)).toBe(false)
  lane.queue(long, 3 * TALK_WINDOW)
  expect(lane.next()).toBe(long)
})

test('nothing overtakes messages that wait; too many drop the oldest, never the newest', () => {
  const lane = new TalkLane()
  sending(lane, TALK_WINDOW)
  const frames = Array.from({ length: 10 }, (_, i) => frame(String(i)))
  for (const one of frames) lane.queue(one, HALF)
  lane.ticked(1, 0)
  lane.answered(1)
  expect(lane.takes(1)).toBe(false)
  expect(lane.next()).toBe(frames[6])
})

test('an answer counts for what was sent before its tick alone, also when two ticks bear one number', () => {
  const lane = new TalkLane()
  lane.ticked(5, 0)
  sending(lane, TALK_WINDOW)
  lane.ticked(5, 0)
  lane.answered(5)
  expect(lane.takes(1)).toBe(false)
  lane.answered(5)
  expect(lane.takes(1)).toBe(true)
})

test('a tick is asked for when half a window is on its way, once', () => {
  const lane = new TalkLane()
  sending(lane, 10)
  expect(lane.wantsTick).toBe(false)
  sending(lane, HALF)
  expect(lane.wantsTick).toBe(true)
  lane.ticked(1, 0)
  expect(lane.wantsTick).toBe(false)
})

test('a reader is behind since the oldest tick without an answer, once it has answered one', () => {
  const lane = new TalkLane()
  lane.ticked(1, 1_000)
  expect(lane.behindSince).toBeNull()
  lane.answered(1)
  expect(lane.behindSince).toBeNull()
  lane.ticked(2, 2_000)
  lane.ticked(3, 3_000)
  expect(lane.behindSince).toBe(2_000)
  lane.answered(2)
  expect(lane.behindSince).toBe(3_000)
})
