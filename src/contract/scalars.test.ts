import { describe, expect, test } from 'vitest'
import { Id, Text } from './scalars.ts'

describe('a text from outside', () => {
  test.each(['', 'ok', '含水率 12 %\n', '😀', '\u007f'])('%j is taken', (text) => {
    expect(Text.safeParse(text).success).toBe(true)
  })

  test.each(['\ud83d', '\ude00\ud83d', 'a\0b'])('%j, which can be neither hashed nor stored, is refused', (text) => {
    expect(Text.safeParse(text).success).toBe(false)
    expect(Id.safeParse(text).success).toBe(false)
  })
})
