import { PrimeReactProvider } from 'primereact/api'
import { Column } from 'primereact/column'
import { DataTable } from 'primereact/datatable'
import { useState, type ReactNode } from 'react'
import { useDesktop } from '../../lib/media.ts'
import { classes } from '../../ui/classes.ts'
import { SkeletonLine, Skeleton } from '../../ui/Skeleton.tsx'
import css from './OperatorTable.module.css'

export interface OperatorColumn<R> {
  readonly key: string
  readonly header: string
  readonly body: (row: R) => ReactNode
  /** Identifies the row: the heading of its card on a phone. */
  readonly main?: true
  /** The column of actions: last, without a heading on a card. */
  readonly acts?: true
}

interface Props<R extends object> {
  readonly label: string
  readonly rows: readonly R[]
  /** Name of the field that holds a row’s id. */
  readonly dataKey: keyof R & string
  readonly columns: readonly OperatorColumn<R>[]
  /** The rows shown belong to another page or search. */
  readonly stale: boolean
}

/** PrimeReact’s table in our own clothes: a table on a desk, a card for each row on a phone. */
export function OperatorTable<R extends object>({ label, rows, dataKey, columns, stale }: Props<R>) {
  const wide = useDesktop()
  // The library's own style elements, which the page's policy refuses, go where they apply to nothing.
  const [styleContainer] = useState(() => document.createElement('div'))
  return (
    <PrimeReactProvider value={{ styleContainer }}>
      <DataTable
        unstyled
        value={[...rows]}
        dataKey={dataKey}
        responsiveLayout="stack"
        aria-busy={stale}
        pt={{
          root: { className: classes(css.frame, !wide && css.cards, stale && css.stale) },
          wrapper: { className: css.wrapper ?? '' },
          table: { className: css.table ?? '', 'aria-label': label },
        }}
      >
        {columns.map(({ key, header, body, main, acts }) => {
          const className = classes(css.cell, main && css.main, acts && css.acts)
          return (
            <Column
              key={key}
              columnKey={key}
              header={header}
              body={(row: R) => <div className={css.value}>{body(row)}</div>}
              pt={{
                headerCell: { className: css.headed ?? '', scope: 'col' },
                bodyCell: { className },
                columnTitle: { className: css.title ?? '', 'aria-hidden': true },
              }}
            />
          )
        })}
      </DataTable>
    </PrimeReactProvider>
  )
}

export const OperatorTableSkeleton = () => (
  <Skeleton className={classes(css.frame, css.skeleton)}>
    {Array.from({ length: 6 }, (_, at) => (
      <SkeletonLine key={at} height="48px" block />
    ))}
  </Skeleton>
)
