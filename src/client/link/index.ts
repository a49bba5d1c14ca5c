export { askServer, link, overrideLink, probe, watchLink } from './link.ts'
export type { LinkState } from './state.ts'
