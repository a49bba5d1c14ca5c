type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
interface Typed {
  readonly field: Field
  readonly act: () => void
}

/** What somebody typed, or the browser filled in, before the page was alive. Returns what tells the page, once it is. */
export function takeTyped(root: HTMLElement): () => void {
  const typed = Array.from(root.querySelectorAll<Field>('input, textarea, select')).flatMap(told)
  return () => {
    for (const { field, act } of typed) {
      if (!field.isConnected) continue
      // What stands around it may not be alive yet; with this it is.
      field.dispatchEvent(new Event('input', { bubbles: true }))
      act()
    }
  }
}

/** React looks at what a field held when it last looked: so it is made to hold what the page wrote, and then changes. */
function told(field: Field): Typed[] {
  if (field instanceof HTMLSelectElement) {
    const { value } = field
    const written = Array.from(field.options).find(({ defaultSelected }) => defaultSelected) ?? field.options[0]
    return value === written?.value ? [] : [{ field, act: () => {
      field.value = value
      field.dispatchEvent(new Event('change', { bubbles: true }))
    } }]
  }
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
    const { checked, defaultChecked } = field
    // Of radios the one that was chosen; the others follow.
    if (checked === defaultChecked || (field.type === 'radio' && !checked)) return []
    return [{ field, act: () => {
      field.checked = defaultChecked
      field.click()
    } }]
  }
  const { value, defaultValue } = field
  return value === defaultValue ? [] : [{ field, act: () => {
    // More may have been typed meanwhile.
    const now = field.value === defaultValue ? value : field.value
    const [start, end] = hasCaret(field) ? [field.selectionStart, field.selectionEnd] : [null, null]
    field.value = defaultValue
    // Past the setter by which React watches.
    Reflect.set(Object.getPrototypeOf(field) as object, 'value', now, field)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    if (document.activeElement === field && start !== null) field.setSelectionRange(start, end)
  } }]
}

/** Asking another kind of field throws. */
const hasCaret = (field: HTMLInputElement | HTMLTextAreaElement): boolean => field instanceof HTMLTextAreaElement || /^(?:text|search|tel|url|password)$/.test(field.type)
