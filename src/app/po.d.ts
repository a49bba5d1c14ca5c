declare module '*.po' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}

declare module 'virtual:first-texts/*' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}

declare module '*.md?raw' {
  const text: string
  export default text
}

declare module 'virtual:page-files' {
  /** By path, then by language: elements for the page's head. */
  const files: Readonly<Record<string, Readonly<Record<string, string>>>>
  export default files
}
