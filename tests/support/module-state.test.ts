import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { moduleState } from './module-state.ts'

const root = join(import.meta.dirname, '../..')
/** Each page has its own copy of an inline script, and the router's tree is generated. */
const APART = /\.test\.tsx?$|\.d\.ts$|boot\/inline\/|\.gen\.ts$/

test('no module of client and app holds a value that changes: state belongs to a client', () => {
  const files = ['src/client', 'src/app']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => /\.tsx?$/.test(path) && !APART.test(path))
  expect(files.length).toBeGreaterThan(400)
  const found = files.flatMap((path) =>
    moduleState(readFileSync(join(root, path), 'utf8')).map((name) => `${path}: ${name}`),
  )
  expect(found).toEqual([])
})

test.each([
  ['a variable', 'let place = null\n'],
  ['an exported variable', 'export let place: Place | null = null\n'],
  ['a store', 'export const place = createStore(0)\n'],
  ['a store over two lines', 'export const place =\n  createStore<number>(0)\n'],
  ['a client', 'export const place = createClient(browserPorts())\n'],
  ['an empty map', 'const place = new Map<string, number>()\n'],
  ['a weak map', 'const place = new WeakMap()\n'],
  ['a query cache', 'const place = new QueryClient()\n'],
  ['an empty list', 'const place: string[] = []\n'],
  ['a set that is added to', "const place = new Set(['a'])\nexport const f = () => place.add('b')\n"],
  ['an object that is written to', 'const place = { at: 0 }\nexport const f = () => {\n  place.at = 1\n}\n'],
])('%s is found', (_name, text) => expect(moduleState(text)).toEqual(['place']))

test.each([
  ['a constant', 'const PLACE = 3\n'],
  ['a read-only map', 'const NOTHING: ReadonlyMap<string, number> = new Map()\n'],
  ['a table', "const PLACES = new Map([['a', 1]])\n"],
  ['a context', 'const Place = createContext<Client | null>(null)\n'],
  ['a route', "export const Route = createFileRoute('/login')({ component: LoginPage })\n"],
  ['a variable of a function', 'export function f() {\n  let place = 1\n  return place\n}\n'],
  ['what makes a store', 'const createPlace = () => createStore(0)\n'],
])('%s is none', (_name, text) => expect(moduleState(text)).toEqual([]))
