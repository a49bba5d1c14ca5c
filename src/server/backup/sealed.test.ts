import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { recordOf, recordsIn } from './records.ts'
import { opening, sealing } from './sealed.ts'

const PASSPHRASE = 'a long way to Kotka'
/** Header 33 bytes, then chunks of 64 KiB and their tags. */
const [HEADER, SEALED] = [33, 64 * 1024 + 16]

const all = async (source: AsyncIterable<Buffer>): Promise<Buffer> => Buffer.concat(await Array.fromAsync(source))
/** Sends the data in pieces that fit no chunk. */
async function* pieces(bytes: Buffer, size = 10_007): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const sealed = (bytes: Buffer) => all(sealing(PASSPHRASE, 4)(pieces(bytes)))
const opened = (bytes: Buffer, passphrase = PASSPHRASE) => all(opening(passphrase)(pieces(bytes)))

test.each([0, 1, 65_535, 65_536, 65_537, 200_000])('%i bytes come out as they went in', async (length) => {
  const bytes = randomBytes(length)
  expect(await opened(await sealed(bytes))).toEqual(bytes)
})

test('another passphrase opens nothing', async () => {
  await expect(opened(await sealed(Buffer.from('secret')), 'a long way to Kotkaa')).rejects.toThrow(
    /passphrase is wrong/,
  )
})

test('a changed, shortened, lengthened or reordered file is refused', async () => {
  const file = await sealed(randomBytes(200_000))
  const chunk = (i: number) => file.subarray(HEADER + i * SEALED, HEADER + (i + 1) * SEALED)
  const changed = Buffer.from(file)
  changed[HEADER + SEALED + 5]! ^= 1
  const header = Buffer.from(file)
  header[30]! ^= 1
  for (const bad of [
    changed,
    header,
    file.subarray(0, -1),
    // Cuts at the border of a chunk.
    file.subarray(0, HEADER + 2 * SEALED),
    file.subarray(0, HEADER),
    Buffer.concat([file, Buffer.from('x')]),
    Buffer.concat([file.subarray(0, HEADER), chunk(1), chunk(0), chunk(2), chunk(3)]),
    Buffer.concat([file, chunk(3)]),
  ])
    await expect(opened(bad)).rejects.toThrow(/damaged|was changed/)
  await expect(opened(Buffer.from('a letter'))).rejects.toThrow(/not a backup/)
  await expect(opened(randomBytes(5_000))).rejects.toThrow(/not a backup/)
})

test('records come out one by one, however the stream is cut', async () => {
  const big = randomBytes(100_000)
  const stream = Buffer.concat([recordOf('manifest', { a: 1 }), recordOf('bytes', big), recordOf('end', {})])
  for (const size of [1_000, 100_001, stream.length]) {
    const records = await Array.fromAsync(recordsIn(Readable.from(pieces(stream, size))))
    expect(records.map(({ kind }) => kind)).toEqual(['manifest', 'bytes', 'end'])
    expect(records[1]?.bytes).toEqual(big)
  }
  await expect(Array.fromAsync(recordsIn(pieces(stream.subarray(0, -1))))).rejects.toThrow(/in the middle/)
})
