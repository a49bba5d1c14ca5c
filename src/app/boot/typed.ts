type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
interface Typed {
  readonly field: Field
  /** `lost`: the text in the field before a redraw overwrote it. */
  readonly act: (to: Field, caret: Caret, lost: string) => void
}

type Caret = readonly [start: number | null, end: number | null]

/**
 * Restores the focus and the text that was typed or autofilled before the page was interactive. The returned function
 * applies it. A page written in another language is redrawn with the same field names.
 */
export function takeTyped(root: HTMLElement): () => void {
  const fields = fieldsOf(root)
  const before = fields.flatMap((field) => typedIn(field))
  const inPlaceOf = (field: Field): Field | undefined =>
    field.isConnected ? field : like(field, fieldsOf(root))[like(field, fields).indexOf(field)]
  const stopFollowing = goOnWhere(root, fields, inPlaceOf)
  const overwritten = followOverwrites(root, fields)
  return () => {
    stopFollowing()
    const lost = overwritten()
    const gone = fields.filter(({ isConnected }) => !isConnected)
    // Only text fields can gain typed text here: React leaves no value of its own in them that looks typed.
    const since = fields.filter(
      (field) => field.isConnected && isText(field) && !before.some((one) => one.field === field),
    )
    for (const { field, act } of [
      ...before.filter((one) => one.field.isConnected),
      ...gone.flatMap((one) => typedIn(one)),
      ...since.flatMap((one) => typedIn(one, lost.has(one))),
    ]) {
      const to = inPlaceOf(field)
      if (!to) continue
      // Firefox loses the caret when React handles the event.
      const caret = caretOf(to)
      // The event tells React, which did not handle input before, of the restored text.
      to.dispatchEvent(new Event('input', { bubbles: true }))
      act(to, caret, lost.get(field) ?? '')
    }
  }
}

/**
 * A component redrawn before React has heard of any text overwrites the field's content, between two letters. The
 * returned function gives the overwritten text of each field.
 */
function followOverwrites(root: HTMLElement, fields: readonly Field[]): () => ReadonlyMap<Field, string> {
  const held = new Map(fields.filter(isText).map((field) => [field, field.value]))
  const lost = new Map<Field, string>()
  const compare = (field: Field): void => {
    const had = held.get(field)
    if (had === undefined || had === '' || field.value === had || field.value !== writtenIn(field)) return
    lost.set(field, (lost.get(field) ?? '') + had)
    held.set(field, field.value)
  }
  const fieldOf = ({ target }: Event): Field | undefined => fields.find((field) => field === target && isText(field))
  const beforeLetter = (event: Event): void => {
    const field = fieldOf(event)
    if (field) compare(field)
  }
  const afterLetter = (event: Event): void => {
    const field = fieldOf(event)
    if (field) held.set(field, field.value)
  }
  root.addEventListener('beforeinput', beforeLetter, true)
  root.addEventListener('input', afterLetter, true)
  return () => {
    root.removeEventListener('beforeinput', beforeLetter, true)
    root.removeEventListener('input', afterLetter, true)
    for (const field of held.keys()) if (field.isConnected) compare(field)
    return lost
  }
}

/** Moves the focus and selection from a field to its redrawn successor. */
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

/** Checkboxes of one group share a name, so their order identifies them. */
const like = ({ name, type }: Field, all: readonly Field[]): Field[] =>
  all.filter((one) => one.name === name && one.type === type)
const fieldsOf = (root: HTMLElement): Field[] => [...root.querySelectorAll<Field>('input, textarea, select')]

/** React compares with the value it last saw: the field is first reset to the written value, then changed. */
function typedIn(field: Field, overwritten = false): Typed[] {
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
    // Of radio buttons only the chosen one counts; the browser clears the others.
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
  return value === defaultValue && !overwritten
    ? []
    : [
        {
          field,
          act: (to, caret, lost) => {
            if (to instanceof HTMLSelectElement) return
            // The reader may have typed more meanwhile: in this field, or in its redrawn successor.
            const more = to.value === defaultValue ? '' : to.value
            const now = to !== field ? value + more : lost !== '' ? lost + to.value : more === '' ? value : more
            const [start = null, end = null]: readonly (number | null)[] = !hasCaret(to)
              ? [null, null]
              : to === field
                ? caret.map((at) => (at === null ? null : at + lost.length))
                : [now.length, now.length]
            to.value = defaultValue
            // Bypasses the setter by which React tracks the value.
            Reflect.set(Object.getPrototypeOf(to) as object, 'value', now, to)
            to.dispatchEvent(new Event('input', { bubbles: true }))
            if (document.activeElement === to && start !== null) to.setSelectionRange(start, end)
          },
        },
      ]
}

const writtenIn = (field: Field): string => (field instanceof HTMLSelectElement ? '' : field.defaultValue)
const isText = (field: Field): boolean =>
  !(field instanceof HTMLSelectElement) && field.type !== 'checkbox' && field.type !== 'radio'

/** Reading the selection of any other kind of field throws. */
const hasCaret = (field: Field): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLTextAreaElement || /^(?:text|search|tel|url|password)$/.test(field.type)
const caretOf = (field: Field): Caret => (hasCaret(field) ? [field.selectionStart, field.selectionEnd] : [null, null])
