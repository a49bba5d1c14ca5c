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

declare module 'virtual:boot-scripts' {
  /** By the name of its file in `boot/inline`: the minified text. */
  const scripts: Readonly<Record<'look' | 'lost' | 'afterPaint' | 'earlyPress', string>>
  export default scripts
}

/** The part of the manifest of screens that resolves menu entries (`src/build/screens.ts`). */
declare module 'virtual:screens' {
  /** The server's name of a screen → its path. */
  export const addresses: Readonly<Record<string, string>>
  /** The path of a screen that the menu lists under another → that one. */
  export const also: Readonly<Record<string, string>>
  /** The top menu's entries for visitors, until the server's menu of an account is there. */
  export const visitorMenu: readonly { readonly href: string; readonly zh: string; readonly en: string }[]
}
