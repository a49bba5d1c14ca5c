/**
 * Tells React of fields that were filled without an event, as some password managers and keyboards do: the form would
 * send its older text. React ignores the event of a field whose text it knows. Returns whether a field was filled so.
 */
export function readFilled(form: HTMLFormElement): boolean {
  let filled = false
  // Read before the first event: React then draws the form, and writes its own text into the others.
  const shown = Array.from(form.elements)
    .filter(isTyped)
    .filter(({ value, defaultValue }) => value !== defaultValue)
    .map((field) => ({ field, text: field.value, known: field.defaultValue }))
  for (const { field, text, known } of shown) {
    // Bypasses the setter by which React tracks the text.
    Reflect.set(Object.getPrototypeOf(field) as object, 'value', text, field)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    // React keeps the written text of a field equal to the text that it knows.
    filled ||= field.defaultValue !== known
  }
  return filled
}

const NOT_TYPED = new Set(['checkbox', 'radio', 'file', 'hidden', 'button', 'submit', 'range', 'color'])
const isTyped = (field: Element): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && !NOT_TYPED.has(field.type))

/**
 * Reads such fields before a form of this document is submitted: its own handler then runs with the text on screen. All
 * forms are submitted through here, those of libraries too. Returns the function that ends it.
 */
export function watchFilled(): () => void {
  const read = (event: SubmitEvent): void => {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement) || !readFilled(form)) return
    // The handlers of this render hold the older text.
    event.preventDefault()
    event.stopImmediatePropagation()
    setTimeout(() => form.requestSubmit(submitter?.isConnected ? submitter : null))
  }
  window.addEventListener('submit', read, true)
  return () => window.removeEventListener('submit', read, true)
}
