type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
interface Typed {
  readonly field: Field
  readonly act: (to: Field) => void
}

/** What somebody typed, or the browser filled in, before the page was alive. Returns what tells the page, once it is. */
export function takeTyped(root: HTMLElement): () => void {
  const fields = Array.from(root.querySelectorAll<Field>('input, textarea, select'))
  const before = fields.flatMap(told)
  return () => {
    // And while it came alive: text alone, in which React leaves no trace of its own that looks like typing.
    const since = fields.filter((field) => field.isConnected && isText(field) && !before.some((one) => one.field === field)).flatMap(told)
    for (const { field: written, act } of [...before, ...since]) {
      // A page that was written in another language is drawn anew, with the same names.
      const field = written.isConnected ? written : Array.from(root.querySelectorAll<Field>('input, textarea, select')).find(({ name, type }) => name === written.name && type === written.type)
      if (!field) continue
      // What stands around it may not be alive yet; with this it is.
      field.dispatchEvent(new Event('input', { bubbles: true }))
      act(field)
    }
  }
}

/** React looks at what a field held when it last looked: so it is made to hold what the page wrote, and then changes. */
function told(field: Field): Typed[] {
  if (field instanceof HTMLSelectElement) {
    const { value } = field
    const written = Array.from(field.options).find(({ defaultSelected }) => defaultSelected) ?? field.options[0]
    return value === written?.value ? [] : [{ field, act: (to) => {
      to.value = value
      to.dispatchEvent(new Event('change', { bubbles: true }))
    } }]
  }
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
    const { checked, defaultChecked } = field
    // Of radios the one that was chosen; the others follow.
    if (checked === defaultChecked || (field.type === 'radio' && !checked)) return []
    return [{ field, act: (to) => {
      if (to instanceof HTMLInputElement) to.checked = defaultChecked
      to.click()
    } }]
  }
  const { value, defaultValue } = field
  return value === defaultValue ? [] : [{ field, act: (to) => {
    if (to instanceof HTMLSelectElement) return
    // More may have been typed meanwhile.
    const now = to.value === defaultValue ? value : to.value
    const [start, end] = hasCaret(to) ? [to.selectionStart, to.selectionEnd] : [null, null]
    to.value = defaultValue
    // Past the setter by which React watches.
    Reflect.set(Object.getPrototypeOf(to) as object, 'value', now, to)
    to.dispatchEvent(new Event('input', { bubbles: true }))
    if (document.activeElement === to && start !== null) to.setSelectionRange(start, end)
  } }]
}

const isText = (field: Field): boolean => !(field instanceof HTMLSelectElement) && field.type !== 'checkbox' && field.type !== 'radio'

/** Asking another kind of field throws. */
const hasCaret = (field: HTMLInputElement | HTMLTextAreaElement): boolean => field instanceof HTMLTextAreaElement || /^(?:text|search|tel|url|password)$/.test(field.type)
