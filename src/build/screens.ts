import type { Plugin } from 'vite'
import { screenRows } from '../contract/screens.ts'

const MODULE = 'virtual:screens'

/**
 * `virtual:screens` for the app: of the manifest, what its first chunk resolves menu entries with, and the visitor's
 * menu. The other titles and the permissions stay out of it.
 */
export function screens(): Plugin {
  const known = screenRows.flatMap(({ path, component }) => (component ? [{ path, component }] : []))
  // Most components are named as their path: written short, for it is in the first chunk.
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

/** The component of a route, in a chunk that is fetched when the page is opened. */
const SPLIT = /\/src\/app\/routes\/(.+)\.tsx\?tsr-split=component/
export const routeFileOf = (moduleId: string): string | null => SPLIT.exec(moduleId)?.[1] ?? null

/** `_signedIn._centre.user.order_.sign` is the file of `/user/order/sign`. */
export function pathOfRoute(file: string): string {
  const steps = file.split('.').filter((step) => step !== 'index' && !step.startsWith('_'))
  return `/${steps.map((step) => step.replace(/_$/, '').replaceAll(/[[\]]/g, '')).join('/')}`
}

/** A layout's file begins the names of the files that it surrounds. */
export const isWithin = (file: string, layout: string): boolean => file === layout || file.startsWith(`${layout}.`)
