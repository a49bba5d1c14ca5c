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
  /** Path → language → elements for the page's head. */
  const files: Readonly<Record<string, Readonly<Record<string, string>>>>
  export default files
}

declare module 'virtual:boot-scripts' {
  /** File name in `boot/inline` → minified text. */
  const scripts: Readonly<Record<'look' | 'lost' | 'afterPaint' | 'earlyPress', string>>
  export default scripts
}

/** The part of the screens' manifest that resolves menu entries (`src/build/screens.ts`). */
declare module 'virtual:screens' {
  /** Name of a screen on the server → path. */
  export const addresses: Readonly<Record<string, string>>
  /** Path of a screen → path of the menu entry that lists it. */
  export const also: Readonly<Record<string, string>>
  /** The top menu for visitors, and for an account until its own menu is loaded. */
  export const visitorMenu: readonly { readonly href: string; readonly zh: string; readonly en: string }[]
}
