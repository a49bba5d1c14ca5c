import { useState, type DragEvent, type HTMLAttributes } from 'react'

const rowOf = ({ target }: DragEvent): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('tr[data-row]') : null

interface Hovered {
  readonly id: string
  readonly after: boolean
}

/** Moves rows by dragging them with the mouse. Touch and keyboard have other ways. */
export function useRowDrag(ids: readonly string[], onMove?: (id: string, before: string | null) => void) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<Hovered | null>(null)
  if (!onMove) return { area: {}, row: () => ({}) }
  const end = (): void => {
    setDragged(null)
    setOver(null)
  }
  const area: HTMLAttributes<HTMLDivElement> = {
    onDragStart: (event) => {
      const id = rowOf(event)?.dataset['row']
      if (id === undefined) return
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', id)
      setDragged(id)
    },
    onDragOver: (event) => {
      const row = rowOf(event)
      const id = row?.dataset['row']
      if (dragged === null || row === null || id === undefined) return
      event.preventDefault()
      const { top, height } = row.getBoundingClientRect()
      const after = event.clientY > top + height / 2
      if (over?.id !== id || over.after !== after) setOver({ id, after })
    },
    onDrop: (event) => {
      event.preventDefault()
      if (dragged !== null && over !== null) {
        const before = over.after ? (ids[ids.indexOf(over.id) + 1] ?? null) : over.id
        if (before !== dragged && over.id !== dragged) onMove(dragged, before)
      }
      end()
    },
    onDragEnd: end,
  }
  return {
    area,
    row: (index: number): Readonly<Record<`data-${string}`, string>> => {
      const id = ids[index]
      return {
        ...(id !== undefined && id === dragged && { 'data-dragged': '' }),
        ...(id !== undefined && id === over?.id && { 'data-drop': over.after ? 'after' : 'before' }),
      }
    },
  }
}
