import { Age } from '../Age.tsx'
import { shellComponent } from '../../boot/lazyComponent.tsx'
import css from './ReadAge.module.css'
import type { Read } from './troubleOf.ts'

// Its code comes once the page is quiet: most pages never show it.
const StaleNote = shellComponent(() => import('./StaleNote.tsx').then((module) => module.StaleNote), { unasked: true })

/** How old an answer on the screen is and, where it could not be renewed, why and what helps. */
export function ReadAge({ read, at = read.dataUpdatedAt }: { readonly read: Read; readonly at?: number }) {
  return (
    <div className={css.line}>
      <Age at={at} old={read.error !== null} />
      {read.error && <StaleNote read={read} />}
    </div>
  )
}
