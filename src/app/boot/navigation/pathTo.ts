import { defaultStringifySearch, type RegisteredRouter } from '@tanstack/react-router'

type Pages = RegisteredRouter['routesByPath']
type SearchOf<P extends keyof Pages> = Pages[P] extends { readonly types: { readonly fullSearchSchemaInput: infer S } }
  ? S
  : never

/**
 * The address of a page, type-checked like a link: `pathTo('/target/list', { scheduleTimelineId })`. For pages without
 * path parameters.
 */
export const pathTo = <P extends keyof Pages>(page: P, search?: Partial<SearchOf<P>>, hash?: string): string =>
  `${page}${defaultStringifySearch(search ?? {})}${hash === undefined ? '' : `#${hash}`}`
