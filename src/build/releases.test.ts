import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prune, readReleases, withRelease, type Release } from './releases.ts'

const DAY = 24 * 3_600_000
const release = (day: number): Release => ({ at: day * DAY, files: [`a-${day}.js`] })
const after = (days: readonly number[]) =>
  days.reduce<readonly Release[]>((all, day) => withRelease(all, release(day)), []).map(({ at }) => at / DAY)

it('the last five releases are kept, however old', () =>
  expect(after([0, 100, 200, 300, 400, 500])).toEqual([500, 400, 300, 200, 100]))
it('younger ones too', () => expect(after([0, 1, 2, 3, 4, 5, 6, 13, 14.5])).toEqual([14.5, 13, 6, 5, 4, 3, 2, 1]))
it('but not without end', () => expect(after(Array.from({ length: 100 }, (_, index) => index / 100))).toHaveLength(30))
it('the same build again is no new release', () => {
  const all = withRelease(withRelease([], release(1)), release(2))
  expect(withRelease(all, { at: 3 * DAY, files: ['a-1.js'] }).map(({ files }) => files[0])).toEqual([
    'a-1.js',
    'a-2.js',
  ])
})

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'releases-'))
  mkdirSync(join(root, 'app/assets'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true }))

it('files of a release that is no longer kept go, with their compressed copies', () => {
  for (let day = 0; day < 700; day += 100) {
    for (const end of ['', '.br', '.gz']) writeFileSync(join(root, 'app/assets', `a-${day}.js${end}`), '')
    prune(join(root, 'app'), release(day))
  }
  expect(readdirSync(join(root, 'app/assets')).toSorted()).toEqual(
    [200, 300, 400, 500, 600].flatMap((day) => [`a-${day}.js`, `a-${day}.js.br`, `a-${day}.js.gz`]),
  )
})

it('a list that was cut short is begun anew', () => {
  writeFileSync(join(root, 'releases.json'), '[{"at":1,')
  expect(readReleases(join(root, 'releases.json'))).toEqual([])
})
