import type { Client } from '../../../client/client.ts'
import { createStore, type Store } from '../../../client/store.ts'

/** Whether and how the app can be installed. Offered in the display settings, never over content. */
type Install =
  | { readonly kind: 'no' }
  | { readonly kind: 'ask'; readonly ask: () => void }
  /** Safari on iOS has no API for it: the person installs the app by hand. */
  | { readonly kind: 'byHand' }

export const installOf = (client: Client): Store<Install> => client.part(createInstall)

const createInstall = (): Store<Install> => createStore<Install>({ kind: 'no' })

interface InstallEvent extends Event {
  prompt: () => Promise<unknown>
}
const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event && typeof event.prompt === 'function'

/** The browser fires the event once and early, before the code that shows the offer is loaded. */
export function watchInstall(client: Client): void {
  const install = installOf(client)
  if (isIos() && !isInstalled()) install.set({ kind: 'byHand' })
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallEvent(event)) return
    event.preventDefault()
    install.set({
      kind: 'ask',
      ask: () => {
        // The browser accepts one prompt per event, accepted or dismissed.
        install.set({ kind: 'no' })
        void event.prompt()
      },
    })
  })
  window.addEventListener('appinstalled', () => install.set({ kind: 'no' }))
}

const isInstalled = (): boolean => window.matchMedia('(display-mode: standalone)').matches
/** An iPad reports itself as a Mac with a touch screen. */
const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
