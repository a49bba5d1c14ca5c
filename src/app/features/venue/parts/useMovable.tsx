import { useCallback, useState, type ReactNode, type ReactPortal } from 'react'
import { createPortal } from 'react-dom'
import css from './useMovable.module.css'

export interface Movable {
  /** Rendered once, above everything that depends on the layout. */
  readonly content: ReactPortal
  /** Where the content is shown now: the layouts render it at one place at a time. */
  readonly place: ReactNode
}

/**
 * Content that keeps its state, what was typed and open dialogs included, while the width of the screen moves it from one
 * layout to another. React keeps state only where a component stays at its place in the tree; here the content stays, and
 * its element is moved. `null` content: nothing is kept.
 */
export function useMovable(content: ReactNode): Movable {
  const [host] = useState(newHost)
  const take = useCallback(
    (at: HTMLElement | null) => {
      if (at === null) return
      at.append(host.element)
      host.restore()
    },
    [host],
  )
  return { content: createPortal(content, host.element), place: <div ref={take} className={css.place} /> }
}

function newHost() {
  const element = document.createElement('div')
  element.className = css.place ?? ''
  let focused: HTMLElement | null = null
  element.addEventListener('focusin', ({ target }) => {
    focused = target instanceof HTMLElement ? target : null
  })
  // An element that is taken out of the page loses the focus without having been left.
  element.addEventListener('focusout', () => {
    if (element.isConnected) focused = null
  })
  return {
    element,
    /** After a move: a modal dialog is no longer modal, and the focus is lost. */
    restore(): void {
      const last = focused
      for (const dialog of element.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
        // Not `close()`, which focuses the button behind it, and scrolls to that.
        dialog.removeAttribute('open')
        dialog.showModal()
      }
      if (last?.isConnected) last.focus({ preventScroll: true })
    },
  }
}
