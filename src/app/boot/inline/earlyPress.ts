/**
 * In a page that the server wrote, from its first byte: a button pressed before the app is alive is remembered (the
 * newest alone) and looks pressed; `boot/earlyPress.ts` acts on it. A form that no script attends to yet is not sent.
 */
const remember: EarlyPress = (event) => {
  if (event.type === 'submit') return event.preventDefault()
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('#root button') : null
  if (!button) return
  event.preventDefault()
  event.stopPropagation()
  delete remember.on?.dataset['early']
  remember.on = button
  remember.at = performance.now()
  button.dataset['early'] = ''
}
// A page that the worker kept runs this twice: one listener serves both.
globalThis.early ??= remember
for (const type of ['click', 'submit']) addEventListener(type, globalThis.early, true)
