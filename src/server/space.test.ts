import { expect, test } from 'vitest'
import { quiet } from './logger.ts'
import { watchSpace } from './space.ts'

const MIB = 2 ** 20
const GIB = 2 ** 30

test.each([
  ['a large disk with 512 MiB left', 100 * GIB, 512 * MIB, false],
  ['a large disk with less', 100 * GIB, 511 * MIB, true],
  ['a small disk with a twentieth left', 1 * GIB, 52 * MIB, false],
  ['a small disk with less', 1 * GIB, 50 * MIB, true],
])('%s', async (_, size, free, short) => {
  const space = watchSpace({
    disk: async () => ({ size, free }),
    timers: { every: () => () => undefined },
    logger: quiet,
  })
  await space.look()
  expect(space.short).toBe(short)
  expect(space.impaired().map(({ lacks }) => lacks)).toEqual(short ? ['space'] : [])
})

test('uploads go on only once there is a tenth more, and a disk that does not tell changes nothing', async () => {
  let disk: () => Promise<{ size: number; free: number }> = async () => ({ size: 100 * GIB, free: 500 * MIB })
  const space = watchSpace({ disk: () => disk(), timers: { every: () => () => undefined }, logger: quiet })
  await space.look()
  disk = async () => ({ size: 100 * GIB, free: 530 * MIB })
  await space.look()
  expect(space.short).toBe(true)
  disk = () => Promise.reject(new Error('EIO'))
  await expect(space.look()).rejects.toThrow('EIO')
  expect(space.short).toBe(true)
  disk = async () => ({ size: 100 * GIB, free: 600 * MIB })
  await space.look()
  expect(space.short).toBe(false)
})
