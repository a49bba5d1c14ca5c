import type { Plugin } from 'vite'
import { screenRows } from '../contract/screens.ts'

const MODULE = 'virtual:screens'

/**
 * `virtual:screens` for the app: of the manifest, what its first chunk resolves menu entries with. Titles and
 * permissions stay out of it.
 */
export function screens(): Plugin {
  const addresses = Object.fromEntries(
    screenRows.flatMap(({ path, component }) => (component ? [[component, path]] : [])),
  )
  const also = Object.fromEntries(
    screenRows.flatMap(({ path, menu }) =>
      menu?.href !== undefined && !menu.href.startsWith(`${path}?`) ? [[path, menu.href]] : [],
    ),
  )
  return {
    name: 'screens',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load: (id) =>
      id === `\0${MODULE}`
        ? `export const addresses = ${addresses}\nexport const also = ${JSON.stringify(also)}`
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
