import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { screenRows } from '../contract/screens.ts'
import { pathOfRoute } from './screens.ts'

const routes = globSync(join(import.meta.dirname, '../app/routes/*.tsx')).map((path) => basename(path, '.tsx'))

it.each([
  ['rules_.list', '/rules/list'],
  ['[index]', '/index'],
  ['_signedIn._centre.user.index', '/user'],
  ['_signedIn._centre.user.order_.sign', '/user/order/sign'],
  ['_signedIn.target.detail.$id.$ids', '/target/detail/$id/$ids'],
])('the route %s is at %s', (file, path) => expect(pathOfRoute(file)).toBe(path))

it('every screen of the manifest has a route, under its path and under the menu’s', () => {
  const paths = new Set(routes.map(pathOfRoute))
  const wanted = screenRows.flatMap(({ path, menu }) => [path, menu?.href?.split('?', 1)[0] ?? path])
  expect(wanted.filter((path) => !paths.has(path))).toEqual([])
})

it('no path and no name of the server stands for two screens', () => {
  const all = screenRows.flatMap(({ path, component }) => [path, ...(component ? [component] : [])])
  expect(all.filter((one, index) => all.indexOf(one) !== index)).toEqual([])
})
