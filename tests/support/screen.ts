import { vi } from 'vitest'

const LEAST = /^\(min-(width|height): (\d+)px\)$/

/** jsdom draws nothing and has no media queries: a screen of this size answers those for a least width or height. */
export function giveScreen(width: number, height: number): void {
  vi.stubGlobal(
    'matchMedia',
    (query: string): Pick<MediaQueryList, 'matches' | 'addEventListener' | 'removeEventListener'> => {
      const [, side, least] = LEAST.exec(query) ?? []
      if (least === undefined) throw new Error(`no screen answers ${query}`)
      return {
        matches: (side === 'width' ? width : height) >= Number(least),
        addEventListener: () => {},
        removeEventListener: () => {},
      }
    },
  )
}
