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
  /** Identifies the row: the heading of its card on a phone. */
  readonly main?: true
  /** The column of actions: last, without a heading on a card. */
  readonly acts?: true
  /** The list can be sorted by it. */
  readonly sort?: true
  /** May be hidden: shown at first, or not. */
  readonly choice?: 'shown' | 'hidden'
  /** Figures stand under each other. */
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
  /** The rows shown belong to another page or search. */
  readonly stale: boolean
  /** Under this name the device keeps which columns are shown; without one there is no choice. */
  readonly name?: string
  /** The list's order; rows come sorted. */
  readonly sort?: TableSort | null
  readonly onSort?: (sort: TableSort | null) => void
  /** Rows can be dragged, and moved with Alt and the arrow keys: in front of the row with this id, `null`: to the end. */
  readonly onMove?: (id: string, before: string | null) => void
  /** Beside the choice of columns. */
  readonly tools?: ReactNode
}

/**
 * PrimeReact’s table in our own clothes: a table where there is room, a card for each row on a phone. Arrow keys go from
 * row to row, Enter opens one.
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
  // The library's own style elements, which the page's policy refuses, go where they apply to nothing.
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
      {/* Rows hear the keys that bubble up from them. */}
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
                  bodyCell: { className },
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
