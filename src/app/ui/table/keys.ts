import { useState, type FocusEvent, type HTMLAttributes, type KeyboardEvent } from 'react'

const CONTROLS = 'a[href], button, input:not(:disabled), select, textarea'
const TYPES = 'input:not([type="checkbox"]), select, textarea'

const rowOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('tr[data-row]') : null

function target(row: HTMLElement, key: string): Element | null {
  switch (key) {
    case 'ArrowDown':
      return row.nextElementSibling
    case 'ArrowUp':
      return row.previousElementSibling
    case 'Home':
      return row.parentElement?.firstElementChild ?? null
    case 'End':
      return row.parentElement?.lastElementChild ?? null
    default:
      return null
  }
}

/** Position of a row moved by one place: in front of this id, `null`: at the end; `undefined`: it cannot move. */
export function movedBefore(ids: readonly string[], id: string, step: 1 | -1): string | null | undefined {
  const at = ids.indexOf(id)
  if (at < 0 || at + step < 0 || at + step >= ids.length) return undefined
  return step === -1 ? ids[at - 1] : (ids[at + 2] ?? null)
}

/**
 * Arrow keys move between rows, or between the same controls of adjacent rows. Enter opens a row, the space bar marks
 * it. With Alt they move the row itself, if the reader may reorder the list.
 */
export function useRowKeys(ids: readonly string[], onMove?: (id: string, before: string | null) => void) {
  /** The only row that is a Tab stop. */
  const [current, setCurrent] = useState<string | null>(null)
  const stop = current !== null && ids.includes(current) ? current : ids[0]
  return {
    row: (index: number): HTMLAttributes<HTMLTableRowElement> & { readonly 'data-row'?: string } => {
      const id = ids[index]
      return id === undefined ? {} : { 'data-row': id, tabIndex: id === stop ? 0 : -1 }
    },
    onFocus: ({ target: focused }: FocusEvent): void => {
      const id = rowOf(focused)?.dataset['row']
      if (id !== undefined) setCurrent(id)
    },
    onKeyDown: (event: KeyboardEvent): void => {
      const { target: from, key } = event
      const row = rowOf(from)
      const id = row?.dataset['row']
      if (row === null || id === undefined || !(from instanceof HTMLElement) || from.matches(TYPES)) return
      if (event.altKey && onMove && (key === 'ArrowUp' || key === 'ArrowDown')) {
        const before = movedBefore(ids, id, key === 'ArrowUp' ? -1 : 1)
        event.preventDefault()
        if (before !== undefined) onMove(id, before)
        return
      }
      if (event.altKey || event.ctrlKey || event.metaKey) return
      if (from === row && key === 'Enter') {
        row.querySelector<HTMLElement>('[data-open], a[href]')?.click()
        return
      }
      if (from === row && key === ' ') {
        event.preventDefault()
        row.querySelector<HTMLElement>('input[type="checkbox"]')?.click()
        return
      }
      const next = target(row, key)
      if (!(next instanceof HTMLElement) || next === row) return
      event.preventDefault()
      const place = [...row.querySelectorAll(CONTROLS)].indexOf(from)
      const same = place < 0 ? undefined : [...next.querySelectorAll<HTMLElement>(CONTROLS)][place]
      ;(same ?? next).focus()
    },
  }
}
