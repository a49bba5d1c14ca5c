/** How one gets from page to page. */
export interface Navigator {
  readonly go: (href: string, options?: { readonly replace?: boolean }) => Promise<void>
  /** A link is about to be pressed. */
  readonly preload: (href: string) => void
}

let whenOpened = (): Promise<void> => Promise.resolve()
/** The page that is being opened stands, whatever became of it. */
export const pageOpened = (): Promise<void> => whenOpened()
export const setPageOpened = (when: () => Promise<void>): void => {
  whenOpened = when
}

/**
 * What leads there is fetched after the home page, which does without: whoever goes on before it is here waits for it.
 */
let fetchWay: (() => Promise<Navigator>) | null = null
export const setNavigator = (fetch: (() => Promise<Navigator>) | null): void => {
  fetchWay = fetch
}

/** Opens an address of this app. Where the way does not come the browser goes by itself. */
export async function navigate(href: string, options?: { readonly replace?: boolean }): Promise<void> {
  try {
    if (!fetchWay) throw new Error('no way is laid')
    await (await fetchWay()).go(href, options)
  } catch {
    location.assign(href)
  }
}

export function preload(href: string): void {
  void fetchWay?.().then(
    (way) => way.preload(href),
    () => null,
  )
}
