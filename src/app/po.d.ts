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
