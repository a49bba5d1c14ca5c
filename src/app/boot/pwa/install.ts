import { createStore } from '../../../client/store.ts'

/**
 * Whether the app can be put on the home screen, and how. It is offered where display settings are, never over what
 * somebody reads.
 */
type Install =
  | { readonly kind: 'no' }
  | { readonly kind: 'ask'; readonly ask: () => void }
  /** Safari on iOS has no call for it: the person does it by hand. */
  | { readonly kind: 'byHand' }

export const install = createStore<Install>({ kind: 'no' })

interface InstallEvent extends Event {
  prompt: () => Promise<unknown>
}
const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event && typeof event.prompt === 'function'

/** Comes once and early, before anything that would show it is loaded. */
export function watchInstall(): void {
  if (isIos() && !isInstalled()) install.set({ kind: 'byHand' })
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallEvent(event)) return
    event.preventDefault()
    install.set({
      kind: 'ask',
      ask: () => {
        // The browser takes an event once, whatever is answered.
        install.set({ kind: 'no' })
        void event.prompt()
      },
    })
  })
  window.addEventListener('appinstalled', () => install.set({ kind: 'no' }))
}

const isInstalled = (): boolean => window.matchMedia('(display-mode: standalone)').matches
/** An iPad says it is a Mac, and has a touch screen. */
const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
