import { expect, test } from 'vitest'
import { openZip, unpack } from '../files/zip.ts'
import { openZipWriter } from './zip-writer.ts'

async function textOf(bytes: Buffer, name: string): Promise<string> {
  const entry = openZip(bytes)?.get(name)
  if (!entry) throw new Error(`${name} is missing`)
  return Buffer.concat(await Array.fromAsync(unpack(entry))).toString()
}

test('parts written piece by piece are read whole, in any characters', async () => {
  const zip = openZipWriter()
  const line = '一级 spruce < & > 🌲\n'
  zip.begin('long.txt')
  for (let at = 0; at < 40_000; at++) zip.write(line)
  zip.begin('wide.txt')
  zip.write('a')
  zip.write(line.repeat(20_000))
  zip.write('z')
  zip.begin('empty.txt')
  zip.begin('short.txt')
  zip.write('short')
  const bytes = zip.end()
  expect(await textOf(bytes, 'long.txt')).toBe(line.repeat(40_000))
  expect(await textOf(bytes, 'wide.txt')).toBe(`a${line.repeat(20_000)}z`)
  expect(await textOf(bytes, 'empty.txt')).toBe('')
  expect(await textOf(bytes, 'short.txt')).toBe('short')
})

test('the same content gives the same bytes', () => {
  const made = () => {
    const zip = openZipWriter()
    zip.begin('a.txt')
    zip.write('a')
    return zip.end()
  }
  expect(made()).toEqual(made())
})
