import type { FileItem, FormItem, OutboxError, OutboxItem } from './items.ts'

/** An event in the life of an item. */
export type OutboxEvent =
  /** The item's bytes are on the device. */
  | { readonly type: 'read' }
  /** An attempt begins. */
  | { readonly type: 'tried' }
  /** The server has created the upload. */
  | { readonly type: 'begun'; readonly url: string }
  /** The server has received this many bytes. */
  | { readonly type: 'acknowledged'; readonly offset: number }
  /** The server has no such upload any more. */
  | { readonly type: 'forgotten' }
  | { readonly type: 'arrived'; readonly path: string; readonly at: number }
  /** The attempt failed, but another may succeed. */
  | { readonly type: 'broken'; readonly retryAt: number; readonly error: OutboxError }
  /** The item is refused for good. */
  | { readonly type: 'refused'; readonly error: OutboxError }
  | { readonly type: 'accepted' }
  /** The sign-in ended before the item was sent. */
  | { readonly type: 'interrupted' }
  /** The person asks for another attempt, now. */
  | { readonly type: 'retried' }
  /** The person takes a form back. */
  | { readonly type: 'held' }

/** The item after the event; the same object if the event does not concern it (any more). */
export function outboxAfter<I extends OutboxItem>(item: I, event: OutboxEvent): I
export function outboxAfter(item: OutboxItem, event: OutboxEvent): OutboxItem {
  return item.kind === 'file' ? fileAfter(item, event) : formAfter(item, event)
}

function fileAfter(item: FileItem, event: OutboxEvent): FileItem {
  // A late event does not change the state of an uploaded file, until the server forgets it.
  if (item.state === 'up')
    return event.type === 'forgotten' ? { ...item, state: 'waiting', url: null, offset: 0, path: null } : item
  switch (event.type) {
    case 'read':
      return item.state === 'reading' ? { ...item, state: 'waiting' } : item
    case 'begun':
      return { ...item, url: event.url, offset: 0 }
    case 'acknowledged':
      return event.offset === item.offset ? item : { ...item, offset: event.offset, tries: 0, error: null }
    case 'forgotten':
      return { ...item, url: null, offset: 0 }
    case 'arrived':
      return { ...item, state: 'up', path: event.path, upAt: event.at, offset: item.bytes, tries: 0, error: null }
    case 'tried':
    case 'broken':
    case 'refused':
    case 'interrupted':
    case 'retried':
      return item.state === 'reading' ? item : attemptAfter(item, event)
    case 'accepted':
    case 'held':
      return item
  }
}

function formAfter(item: FormItem, event: OutboxEvent): FormItem {
  // The server's acceptance is final.
  if (item.state === 'accepted') return item
  switch (event.type) {
    case 'accepted':
      return { ...item, state: 'accepted', error: null }
    case 'held':
      return { ...item, state: 'held', error: null }
    case 'tried':
    case 'broken':
    case 'refused':
    case 'interrupted':
      return item.state === 'held' ? item : attemptAfter(item, event)
    case 'retried':
      return attemptAfter(item, event)
    case 'read':
    case 'begun':
    case 'acknowledged':
    case 'forgotten':
    case 'arrived':
      return item
  }
}

type Attempt = Extract<OutboxEvent, { type: 'tried' | 'broken' | 'refused' | 'interrupted' | 'retried' }>

function attemptAfter<I extends OutboxItem>(item: I, event: Attempt): I {
  switch (event.type) {
    case 'tried':
      return item.state === 'refused' ? item : { ...item, state: 'sending' }
    case 'broken':
      return item.state === 'refused'
        ? item
        : { ...item, state: 'waiting', tries: item.tries + 1, retryAt: event.retryAt, error: event.error }
    case 'refused':
      return { ...item, state: 'refused', error: event.error }
    case 'interrupted':
      return item.state === 'sending' ? { ...item, state: 'waiting' } : item
    case 'retried':
      // A refused file starts a new upload, because the server repeats its answer to the old one.
      return {
        ...item,
        state: 'waiting',
        tries: 0,
        retryAt: 0,
        error: null,
        ...(item.kind === 'file' && item.state === 'refused' ? { url: null, offset: 0 } : {}),
      }
  }
}
