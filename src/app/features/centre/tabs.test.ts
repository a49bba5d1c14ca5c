import { describe, expect, it } from 'vitest'
import { close, next, parseTabs, retitle, visit, withoutDone, type Closing, type Tab } from './tabs.ts'

const tab = (path: string, title = path, href = path): Tab => ({ path, href, title })
const [a, b, c, d] = [tab('/a'), tab('/b'), tab('/c'), tab('/d')]
const all = [a, b, c, d]
const paths = (tabs: readonly Tab[]) => tabs.map(({ path }) => path).join(' ')

describe('tabs of visited pages (spec §2)', () => {
  it('a page opens one, once, and its query is kept with it', () => {
    const again = visit([a, b], tab('/a', 'A', '/a?page=2'))
    expect(paths(again)).toBe('/a /b')
    expect(again[0]).toEqual(tab('/a', 'A', '/a?page=2'))
    expect(paths(visit([a], b))).toBe('/a /b')
  })
  it('are no more than twenty', () => {
    const many = Array.from({ length: 25 }, (_, at) => tab(`/${at}`)).reduce<readonly Tab[]>(visit, [])
    expect([many.length, many[0]?.path]).toEqual([20, '/5'])
  })
  it('are updated: a page that learns its title tells its tab', () =>
    expect(retitle(all, '/b', 'Beech')[1]?.title).toBe('Beech'))
  it('26 are closed once their form is done', () =>
    expect(paths(withoutDone(all, new Set(['/b', '/x'])))).toBe('/a /c /d'))
  it.each([
    ['one', '/a /c /d'],
    ['left', '/b /c /d'],
    ['right', '/a /b'],
    ['others', '/b'],
    ['all', ''],
  ] satisfies [Closing, string][])('are closed: %s', (what, left) => expect(paths(close(all, '/b', what))).toBe(left))
})

describe('after closing the page one is on', () => {
  it('comes the right neighbour, else the left one, else none', () => {
    expect(next(all, [a, c, d], '/b')).toBe(c)
    expect(next(all, [a, b, c], '/d')).toBe(c)
    expect(next(all, [a], '/d')).toBe(a)
    expect(next([a], [], '/a')).toBeNull()
  })
})

it.each(['', 'null', '{}', '[{"path":1}]', '[{"path":"//evil","href":7,"title":""}]', '['])(
  'survives %j in the storage',
  (text) => {
    expect(parseTabs(text)).toEqual([])
  },
)
