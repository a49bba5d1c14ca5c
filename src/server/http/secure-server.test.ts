import { expect, test } from 'vitest'
import { createPlaces } from './secure-server.ts'

test('connections are counted by network: one that has used its places up gets none until one is given back', () => {
  const enter = createPlaces(2)
  const first = enter('2001:db8::1')
  expect(enter('2001:db8::2')).not.toBeNull()
  expect(enter('2001:db8::3')).toBeNull()
  expect(enter('192.0.2.1')).not.toBeNull()
  first?.()
  expect(enter('2001:db8::3')).not.toBeNull()
})
