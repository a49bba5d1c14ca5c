import { msg } from '@lingui/core/macro'
import { digitsOf } from './showsAmount.ts'

/** Marks an element whose figures bind: `<b {...shows('12,400.00')}>`. */
export const shows = (text: string): { readonly 'data-shows': string } => ({ 'data-shows': digitsOf(text) })

/** Where the figures stand that a button binds: its dialog, or else the page. */
export const boundBy = (button: Element): ParentNode => button.closest('dialog') ?? button.ownerDocument

/** Whether all marked elements below still show the figures that the app wrote. A translator may have changed them. */
export const isAsWritten = (root: ParentNode): boolean =>
  Array.from(root.querySelectorAll<HTMLElement>('[data-shows]')).every(
    (element) => digitsOf(element.textContent ?? '') === element.dataset['shows'],
  )

export const CHANGED = msg`The page shows other figures than it should. Nothing was sent.`
export const CHANGED_WHY = msg`A translator or an extension of this browser has changed the page. Switch it off for this page, and load the page anew.`
