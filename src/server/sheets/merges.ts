import { COLUMNS_MOST, SheetRefused } from './cell.ts'
import type { Cell, SheetRow } from './cell.ts'

/** A merged range: rows from 1, columns from 0, both ends included. */
export interface Merge {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** A sheet of lots has fewer. */
const MERGES_MOST = 20_000
/** The text between two pieces that may hold half of an element. */
const OVERLAP = 200

/** All merged ranges of a sheet, which stand behind its rows. Linear in the sheet's bytes. */
export async function mergesIn(pieces: AsyncIterable<Uint8Array>): Promise<readonly Merge[]> {
  const merges: Merge[] = []
  let rest = ''
  for await (const piece of pieces) {
    // References are ASCII.
    const text = rest + Buffer.from(piece).toString('latin1')
    let read = 0
    for (const found of text.matchAll(
      /<(?:\w{1,20}:)?mergeCell\s[^>]{0,100}?ref\s{0,4}=\s{0,4}["']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})["']/g,
    )) {
      const [all, left = '', top, right = '', bottom] = found
      merges.push({ left: columnIn(left), top: Number(top), right: columnIn(right), bottom: Number(bottom) })
      if (merges.length > MERGES_MOST) throw new SheetRefused('too_large')
      read = found.index + all.length
    }
    rest = text.slice(Math.max(read, text.length - OVERLAP))
  }
  return merges.toSorted((a, b) => a.top - b.top)
}

const columnIn = (letters: string): number =>
  Array.from(letters).reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 64, 0) - 1

/**
 * Fills merged cells, row by row in their order: each cell of a range has the value of its first. A range that is
 * merged over others is a damaged sheet.
 */
export function openFill(merges: readonly Merge[]): (row: number, cells: ReadonlyMap<number, Cell>) => SheetRow {
  let next = 0
  let active: { readonly merge: Merge; readonly cell: Cell | undefined }[] = []
  return (row, cells) => {
    active = active.filter(({ merge }) => merge.bottom >= row)
    for (let merge = merges[next]; merge !== undefined && merge.top <= row; merge = merges[++next])
      if (merge.bottom >= row) active.push({ merge, cell: merge.top === row ? cells.get(merge.left) : undefined })
    // Ranges that lie over each other are a damaged sheet; filling them all would take a row's columns times their number.
    const wide = active.reduce((sum, { merge }) => sum + Math.min(merge.right, COLUMNS_MOST - 1) - merge.left + 1, 0)
    if (active.length > COLUMNS_MOST || wide > COLUMNS_MOST) throw new SheetRefused('unreadable')
    if (active.length === 0) return { row, cells }
    const filled = new Map(cells)
    const merged = new Map<number, number>()
    const across = new Set<number>()
    for (const { merge, cell } of active) {
      if (cell === undefined) continue
      for (let column = merge.left; column <= Math.min(merge.right, COLUMNS_MOST - 1); column++) {
        if (filled.has(column)) continue
        filled.set(column, cell)
        if (row !== merge.top) merged.set(column, merge.top)
        if (column !== merge.left) across.add(column)
      }
    }
    return { row, cells: filled, merged, across }
  }
}
