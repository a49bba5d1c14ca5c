import { Age } from '../Age.tsx'
import { shellComponent } from '../../boot/lazyComponent.tsx'
import css from './ReadAge.module.css'
import type { Read } from './troubleOf.ts'

// A chunk of its own, loaded when the page is idle: most pages never show it.
export const StaleNote = shellComponent(() => import('./StaleNote.tsx').then((module) => module.StaleNote), {
  unasked: true,
})

/** The age of an answer on screen and, after a failed refresh, the reason and the remedy. */
export function ReadAge({ read, at = read.dataUpdatedAt }: { readonly read: Read; readonly at?: number }) {
  return (
    <div className={css.line}>
      <Age at={at} old={read.error !== null} />
      {read.error && <StaleNote read={read} />}
    </div>
  )
}
