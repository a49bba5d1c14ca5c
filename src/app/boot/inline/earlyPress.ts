/**
 * In a server-written page, from its first byte: remembers the newest button press made before the app is interactive,
 * and marks the button. A submitted form is held without a time limit, and the page says so. `boot/earlyPress.ts`
 * replays both. Links are left to the browser.
 */
const remember: EarlyPress = (event) => {
  const target = event.target instanceof Element ? event.target : null
  const button = target?.closest<HTMLElement>('#root button') ?? null
  const form = event.type === 'submit' ? target : null
  const isSent =
    form !== null || (button instanceof HTMLButtonElement && button.type === 'submit' && button.form !== null)
  if (!button && !form) return
  event.preventDefault()
  event.stopPropagation()
  if (button) button.dataset['early'] = ''
  if (isSent) {
    const note = document.getElementById('held')
    if (note) note.hidden = false
    if (remember.sent !== button) delete remember.sent?.dataset['early']
    remember.sent = button ?? (form instanceof HTMLFormElement ? form : undefined)
    return
  }
  if (remember.on !== button) delete remember.on?.dataset['early']
  remember.on = button ?? undefined
  remember.at = performance.now()
}
// A page from the worker's cache runs this script twice; one listener serves both.
globalThis.early ??= remember
for (const type of ['click', 'submit']) addEventListener(type, globalThis.early, true)
