import sax from 'sax'
import { unpack } from '../files/zip.ts'
import type { Entry } from '../files/zip.ts'
import { SheetRefused } from './cell.ts'

export type Attributes = Readonly<Record<string, string>>
/** Called at each element's begin and end; `text`: the text directly inside the element. */
export interface Heard {
  readonly open?: (name: string, attributes: Attributes) => void
  readonly close?: (name: string, text: string) => void
}

/** Elements in one another: no part of a workbook has as many. */
const DEPTH_MOST = 64
/** Longest text of a cell in a spreadsheet; what follows is cut, so that a text of megabytes fills no memory. */
const TEXT_KEPT = 32_767

/** Feeds a part through the parser; yields after each piece, so that its caller can take the events, or stop. */
export async function* hear(entry: Entry, { open, close }: Heard): AsyncGenerator<void> {
  const parser = sax.parser(true, { position: false })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let failed: Error | null = null
  let depth = 0
  let read = 0
  parser.onopentag = ({ name, attributes }) => {
    text = ''
    if (++depth > DEPTH_MOST) throw new SheetRefused('unreadable')
    // Without namespaces of the parser's own, attributes are plain texts.
    open?.(local(name), attributes as Attributes)
  }
  const add = (piece: string): void => {
    if (text.length < TEXT_KEPT) text += piece.slice(0, TEXT_KEPT - text.length)
  }
  parser.ontext = add
  parser.oncdata = add
  parser.onclosetag = (name) => {
    depth -= 1
    close?.(local(name), text)
    text = ''
  }
  parser.onerror = (error) => {
    failed ??= error
  }
  try {
    for await (const piece of unpack(entry)) {
      const more = decoder.decode(piece, { stream: true })
      // By its position the parser knows when what it holds is too long; it counts none itself, which is slow.
      read += more.length
      parser.position = read
      parser.write(more)
      if (failed) break
      yield
    }
    if (!failed) parser.write(decoder.decode()).close()
  } catch (error) {
    if (error instanceof SheetRefused) throw error
    throw new SheetRefused('unreadable', { cause: error })
  }
  if (failed) throw new SheetRefused('unreadable', { cause: failed })
  yield
}

export async function hearAll(entry: Entry, heard: Heard): Promise<void> {
  for await (const _piece of hear(entry, heard));
}

/** The name without its namespace prefix, which writers choose freely. */
export const local = (name: string): string => name.slice(name.indexOf(':') + 1)
