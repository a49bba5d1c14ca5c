export type { LinkWatch } from './link.ts'
export type { LinkState } from './state.ts'
