import { vi } from 'vitest'

const LEAST = /^\(min-(width|height): (\d+)px\)$/

/**
 * jsdom draws nothing and has no media queries: a screen of this size answers those for a least width or height. The
 * function that is returned gives it another size.
 */
export function giveScreen(width: number, height: number): (width: number, height: number) => void {
  const size = { width, height }
  const told = new Set<() => void>()
  vi.stubGlobal(
    'matchMedia',
    (query: string): Pick<MediaQueryList, 'matches' | 'addEventListener' | 'removeEventListener'> => {
      const [, side, least] = LEAST.exec(query) ?? []
      if (least === undefined) throw new Error(`no screen answers ${query}`)
      return {
        get matches() {
          return (side === 'width' ? size.width : size.height) >= Number(least)
        },
        addEventListener: (_type: string, tell: unknown) => void told.add(tell as () => void),
        removeEventListener: (_type: string, tell: unknown) => void told.delete(tell as () => void),
      }
    },
  )
  return (toWidth, toHeight) => {
    Object.assign(size, { width: toWidth, height: toHeight })
    for (const tell of told) tell()
  }
}
