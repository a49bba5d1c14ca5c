type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
interface Typed {
  readonly field: Field
  readonly act: (to: Field) => void
}

/**
 * What somebody typed, or the browser filled in, before the page was alive, and where he was. Returns what tells the
 * page, once it is. A page that was written in another language is drawn anew, with the same names.
 */
export function takeTyped(root: HTMLElement): () => void {
  const fields = fieldsOf(root)
  const before = fields.flatMap(told)
  const inPlaceOf = (field: Field): Field | undefined =>
    field.isConnected ? field : like(field, fieldsOf(root))[like(field, fields).indexOf(field)]
  const stopFollowing = goOnWhere(root, fields, inPlaceOf)
  return () => {
    stopFollowing()
    const gone = fields.filter(({ isConnected }) => !isConnected)
    // Of what stands, text alone: in it React leaves no trace of its own that looks like typing.
    const since = fields.filter(
      (field) => field.isConnected && isText(field) && !before.some((one) => one.field === field),
    )
    for (const { field, act } of [
      ...before.filter((one) => one.field.isConnected),
      ...gone.flatMap(told),
      ...since.flatMap(told),
    ]) {
      const to = inPlaceOf(field)
      if (!to) continue
      // What stands around it may not be alive yet; with this it is.
      to.dispatchEvent(new Event('input', { bubbles: true }))
      act(to)
    }
  }
}

/** Whoever is in a field when it is drawn anew is in the new one before his next key. */
function goOnWhere(
  root: HTMLElement,
  fields: readonly Field[],
  inPlaceOf: (field: Field) => Field | undefined,
): () => void {
  let at: EventTarget | null = document.activeElement
  const follow = ({ target }: FocusEvent): void => {
    at = target
  }
  const drawn = new MutationObserver(() => {
    const left = fields.find((field) => field === at && !field.isConnected)
    if (left && document.activeElement === document.body) inPlaceOf(left)?.focus()
  })
  root.addEventListener('focusin', follow)
  drawn.observe(root, { childList: true, subtree: true })
  return () => {
    root.removeEventListener('focusin', follow)
    drawn.disconnect()
  }
}

/** Boxes of one question share their name: they are told apart by their order. */
const like = ({ name, type }: Field, all: readonly Field[]): Field[] =>
  all.filter((one) => one.name === name && one.type === type)
const fieldsOf = (root: HTMLElement): Field[] => [...root.querySelectorAll<Field>('input, textarea, select')]

/**
 * React looks at what a field held when it last looked: so it is made to hold what the page wrote, and then changes.
 */
function told(field: Field): Typed[] {
  if (field instanceof HTMLSelectElement) {
    const { value } = field
    const written = Array.from(field.options).find(({ defaultSelected }) => defaultSelected) ?? field.options[0]
    return value === written?.value
      ? []
      : [
          {
            field,
            act: (to) => {
              to.value = value
              to.dispatchEvent(new Event('change', { bubbles: true }))
            },
          },
        ]
  }
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
    const { checked, defaultChecked } = field
    // Of radios the one that was chosen; the others follow.
    if (checked === defaultChecked || (field.type === 'radio' && !checked)) return []
    return [
      {
        field,
        act: (to) => {
          if (to instanceof HTMLInputElement) to.checked = defaultChecked
          to.click()
        },
      },
    ]
  }
  const { value, defaultValue } = field
  return value === defaultValue
    ? []
    : [
        {
          field,
          act: (to) => {
            if (to instanceof HTMLSelectElement) return
            // More may have been typed meanwhile: here, or after it where the field was drawn anew.
            const more = to.value === defaultValue ? '' : to.value
            const now = to === field && more !== '' ? more : value + more
            const [start, end] = !hasCaret(to)
              ? [null, null]
              : to === field
                ? [to.selectionStart, to.selectionEnd]
                : [now.length, now.length]
            to.value = defaultValue
            // Past the setter by which React watches.
            Reflect.set(Object.getPrototypeOf(to) as object, 'value', now, to)
            to.dispatchEvent(new Event('input', { bubbles: true }))
            if (document.activeElement === to && start !== null) to.setSelectionRange(start, end)
          },
        },
      ]
}

const isText = (field: Field): boolean =>
  !(field instanceof HTMLSelectElement) && field.type !== 'checkbox' && field.type !== 'radio'

/** Asking another kind of field throws. */
const hasCaret = (field: HTMLInputElement | HTMLTextAreaElement): boolean =>
  field instanceof HTMLTextAreaElement || /^(?:text|search|tel|url|password)$/.test(field.type)
