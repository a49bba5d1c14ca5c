import { browserStorage } from '../../../client/ports/storage.ts'
import { noteReload, reloadDueIn } from '../pwa/reloads.ts'

/**
 * A first script failed to load: the link broke, or a newer build has replaced the file. The page says so at once, and
 * reloads when the server answers, at longer and longer intervals, never over typed text. The worker is unregistered
 * first, since the build it caches may be the one whose files are gone.
 */
const PROBE_MS = 8_000
const LONGEST_WAIT_MS = 15_000

const rest = (ms: number): Promise<unknown> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
    addEventListener('online', resolve, { once: true })
  })

async function answers(): Promise<boolean> {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout?.(PROBE_MS) })
    // A hotspot answers every address with its login page.
    return answer.ok && !answer.headers.get('content-type')?.startsWith('text/html')
  } catch {
    return false
  }
}

/** A text area has neither `checked` nor `defaultChecked`: for it the two are equal. */
const isTyped = (field: HTMLInputElement): boolean =>
  field.value !== field.defaultValue || field.checked !== field.defaultChecked
const isChosen = (list: HTMLSelectElement): boolean =>
  list.selectedIndex !==
  Math.max(
    0,
    Array.from(list.options).findIndex(({ defaultSelected }) => defaultSelected),
  )

const hasInput = (): boolean =>
  Array.from(document.querySelectorAll<HTMLInputElement>('#root input, #root textarea')).some(isTyped) ||
  Array.from(document.querySelectorAll<HTMLSelectElement>('#root select')).some(isChosen)

globalThis.lost = async () => {
  if (lost.shown) return
  lost.shown = true
  const note = document.getElementById('lost')
  if (note) note.hidden = false
  const pressed = globalThis.early
  if (pressed) {
    removeEventListener('click', pressed, true)
    delete pressed.on?.dataset['early']
    const held = document.getElementById('held')
    if (held) held.hidden = true
  }
  const storage = browserStorage('session')
  const due = () => reloadDueIn(storage, Date.now())
  while (due() > 0) await rest(due())
  for (let wait = 1_000; !(await answers()); wait = Math.min(2 * wait, LONGEST_WAIT_MS)) await rest(wait)
  if (hasInput()) return
  noteReload(storage, Date.now())
  for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) await worker.unregister()
  location.reload()
}
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement) void lost()
  },
  true,
)
