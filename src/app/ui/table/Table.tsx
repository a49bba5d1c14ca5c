import { PrimeReactProvider } from 'primereact/api'
import { Column } from 'primereact/column'
import { DataTable } from 'primereact/datatable'
import { useState, type ReactNode } from 'react'
import { useDesktop } from '../../lib/media.ts'
import { classes } from '../classes.ts'
import { Icon } from '../Icon.tsx'
import { SkeletonLine, Skeleton } from '../Skeleton.tsx'
import { ColumnChoice, shownColumns, useHiddenColumns } from './columns.tsx'
import { useRowDrag } from './drag.ts'
import { useRowKeys } from './keys.ts'
import css from './Table.module.css'

export interface TableColumn<R> {
  readonly key: string
  readonly header: string
  readonly body: (row: R) => ReactNode
  /** Identifies the row; on a phone it is the heading of the card. */
  readonly main?: true
  /** The column of actions: the last one, without a heading on a card. */
  readonly acts?: true
  /** The list can be sorted by this column. */
  readonly sort?: true
  /** The reader may hide the column; the value says whether it is shown at first. */
  readonly choice?: 'shown' | 'hidden'
  /** Figures are aligned below each other. */
  readonly figures?: true
}

export interface TableSort {
  readonly by: string
  readonly desc: boolean
}

interface Props<R extends object> {
  readonly label: string
  readonly rows: readonly R[]
  /** Name of the field that holds a row’s id. */
  readonly dataKey: keyof R & string
  readonly columns: readonly TableColumn<R>[]
  /** The rows shown are those of the previous page or search. */
  readonly stale: boolean
  /** Name under which the device stores the choice of columns; without it there is no choice. */
  readonly name?: string
  /** Current sort order; the rows come sorted. */
  readonly sort?: TableSort | null
  readonly onSort?: (sort: TableSort | null) => void
  /**
   * Enables moving rows by dragging, or by Alt and the arrow keys: in front of the row with id `before`, `null`: to the
   * end.
   */
  readonly onMove?: (id: string, before: string | null) => void
  /** Content beside the choice of columns. */
  readonly tools?: ReactNode
}

/**
 * PrimeReact’s table in our own styles: a table where there is room, a card per row on a phone. Arrow keys move between
 * rows, Enter opens one.
 */
export function Table<R extends object>({
  label,
  rows,
  dataKey,
  columns,
  stale,
  name,
  sort = null,
  onSort,
  onMove,
  tools,
}: Props<R>) {
  const wide = useDesktop()
  // The page's policy refuses the library's own style elements, so they go into a detached element.
  const [styleContainer] = useState(() => document.createElement('div'))
  const [hidden, setHidden] = useHiddenColumns(name, columns)
  const ids = rows.map((row) => String(row[dataKey]))
  const keys = useRowKeys(ids, onMove)
  const drag = useRowDrag(ids, onMove)
  const choosable = name !== undefined && columns.some(({ choice }) => choice !== undefined)
  return (
    <PrimeReactProvider value={{ styleContainer }}>
      {(choosable || tools !== undefined) && (
        <div className={css.tools}>
          {tools}
          {choosable && (
            <span className={css.columns}>
              <ColumnChoice columns={columns} hidden={hidden} onChange={setHidden} />
            </span>
          )}
        </div>
      )}
      {/* The container handles the key events that bubble up from the rows. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div {...drag.area} onKeyDown={keys.onKeyDown} onFocus={keys.onFocus}>
        <DataTable
          unstyled
          lazy
          value={[...rows]}
          dataKey={dataKey}
          responsiveLayout="stack"
          aria-busy={stale}
          removableSort
          {...(sort !== null && { sortField: sort.by, sortOrder: sort.desc ? (-1 as const) : (1 as const) })}
          onSort={({ sortField, sortOrder }) =>
            onSort?.(sortOrder === 1 || sortOrder === -1 ? { by: sortField, desc: sortOrder === -1 } : null)
          }
          sortIcon={({ sorted, sortOrder }) => (
            <span className={css.sortMark} aria-hidden="true">
              {sorted ? <Icon name={(sortOrder ?? 0) < 0 ? 'down' : 'up'} size={14} /> : null}
            </span>
          )}
          pt={{
            root: { className: classes(css.frame, !wide && css.cards, stale && css.stale) },
            wrapper: { className: css.wrapper ?? '' },
            table: { className: css.table ?? '', 'aria-label': label },
            bodyRow: ({ context }: { readonly context: { readonly index: number } }) => ({
              ...keys.row(context.index),
              ...drag.row(context.index),
              className: css.row ?? '',
            }),
          }}
        >
          {shownColumns(columns, hidden).map(({ key, header, body, main, acts, sort: sorts, figures }) => {
            const className = classes(css.cell, main && css.main, acts && css.acts, figures && css.figures)
            return (
              <Column
                key={key}
                columnKey={key}
                field={key}
                header={header}
                sortable={sorts === true && onSort !== undefined}
                body={(row: R) => <div className={css.value}>{body(row)}</div>}
                pt={{
                  headerCell: { className: classes(css.headed, figures && css.figures), scope: 'col' },
                  headerContent: { className: css.headContent ?? '' },
                  bodyCell: { className, ...(main && { role: 'rowheader' }) },
                  columnTitle: { className: css.title ?? '', 'aria-hidden': true },
                }}
              />
            )
          })}
        </DataTable>
      </div>
    </PrimeReactProvider>
  )
}

export const TableSkeleton = () => (
  <Skeleton className={classes(css.frame, css.skeleton)}>
    {Array.from({ length: 6 }, (_, at) => (
      <SkeletonLine key={at} height="48px" block />
    ))}
  </Skeleton>
)
