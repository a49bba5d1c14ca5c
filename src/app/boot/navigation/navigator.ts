import type { Client } from '../../../client/client.ts'

/** Navigation between pages. */
export interface Navigator {
  readonly navigate: (href: string, options?: { readonly replace?: boolean }) => Promise<void>
  /** Prefetches the page of a link that is about to be pressed. */
  readonly preload: (href: string) => void
}

interface Navigation {
  whenOpened: () => Promise<void>
  /** The router is fetched after the home page, which works without it; an earlier press waits for it. */
  fetchNavigator: (() => Promise<Navigator>) | null
}

const createNavigation = (): Navigation => ({ whenOpened: () => Promise.resolve(), fetchNavigator: null })

/** Resolves once the page being opened is drawn, or has failed. */
export const pageOpened = (client: Client): Promise<void> => client.part(createNavigation).whenOpened()
export const setPageOpened = (client: Client, when: () => Promise<void>): void => {
  client.part(createNavigation).whenOpened = when
}
export const setNavigator = (client: Client, fetch: (() => Promise<Navigator>) | null): void => {
  client.part(createNavigation).fetchNavigator = fetch
}

/** Opens an address of this app. If the navigator fails to load, the browser navigates by itself. */
export async function navigate(client: Client, href: string, options?: { readonly replace?: boolean }): Promise<void> {
  const { fetchNavigator } = client.part(createNavigation)
  try {
    if (!fetchNavigator) throw new Error('there is no navigator yet')
    await (await fetchNavigator()).navigate(href, options)
  } catch {
    location.assign(href)
  }
}

export function preload(client: Client, href: string): void {
  void client
    .part(createNavigation)
    .fetchNavigator?.()
    .then(
      (navigator) => navigator.preload(href),
      () => null,
    )
}
