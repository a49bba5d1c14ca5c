import type { Plugin } from 'vite'
import { screenRows } from '../contract/screens.ts'

const MODULE = 'virtual:screens'

/**
 * `virtual:screens` for the app: the part of the manifest that the first chunk needs to resolve menu entries, and the
 * visitor's menu. The other titles and the permissions are left out.
 */
export function screens(): Plugin {
  const known = screenRows.flatMap(({ path, component }) => (component ? [{ path, component }] : []))
  // Most components have the name of their path. Those are written as one short list, to keep the first chunk small.
  const same = known.filter(({ path, component }) => path === `/${component}`).map(({ component }) => component)
  const others = known.flatMap(({ path, component }) => (path === `/${component}` ? [] : [[component, path]]))
  const addresses = `{
    ...Object.fromEntries(${JSON.stringify(same.join(' '))}.split(' ').map((name) => [name, '/' + name])),
    ...${JSON.stringify(Object.fromEntries(others))},
  }`
  const also = Object.fromEntries(
    screenRows.flatMap(({ path, menu }) =>
      menu?.href !== undefined && !menu.href.startsWith(`${path}?`) ? [[path, menu.href]] : [],
    ),
  )
  const visitorMenu = screenRows.flatMap(({ path, title, menu, permissions }) =>
    menu?.group === 'Main' && !menu.hidden && !permissions ? [{ href: menu.href ?? path, ...title }] : [],
  )
  return {
    name: 'screens',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load: (id) =>
      id === `\0${MODULE}`
        ? `export const addresses = ${addresses}
           export const also = ${JSON.stringify(also)}
           export const visitorMenu = ${JSON.stringify(visitorMenu)}`
        : null,
  }
}

/** Module id of a route's component, which is in a chunk fetched when the page is opened. */
const SPLIT = /\/src\/app\/routes\/(.+)\.tsx\?tsr-split=component/
export const routeFileOf = (moduleId: string): string | null => SPLIT.exec(moduleId)?.[1] ?? null

/** `_signedIn._centre.user.order_.sign` is the file of `/user/order/sign`. */
export function pathOfRoute(file: string): string {
  const steps = file.split('.').filter((step) => step !== 'index' && !step.startsWith('_'))
  return `/${steps.map((step) => step.replace(/_$/, '').replaceAll(/[[\]]/g, '')).join('/')}`
}

/** The name of a layout's file is the prefix of the files inside it. */
export const isWithin = (file: string, layout: string): boolean => file === layout || file.startsWith(`${layout}.`)
