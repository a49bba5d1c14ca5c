import { useEffect, useRef, useState } from 'react'
import { upload } from '../../client/calls/files.ts'
import { ApiError } from '../../client/calls/index.ts'
import { readPicked, Refused, uploadAll } from '../../client/uploads/batch.ts'
import type { Complaint, UploadRule } from '../../client/uploads/rules.ts'
import { shrink } from '../../client/uploads/shrink.ts'

/** Where one picture is on its way up. */
export type Sending =
  | { readonly kind: 'idle' }
  /** Read, looked at, made smaller where it is too large. */
  | { readonly kind: 'preparing' }
  | { readonly kind: 'sending'; readonly file: File; readonly part: number }
  /** The link failed: the bytes are here, and may be sent again. */
  | { readonly kind: 'failed'; readonly file: File }
  /** A rule was broken, or the server said no: the file is gone, and why is said. */
  | { readonly kind: 'refused'; readonly why: Complaint | string }

export interface UploadPorts {
  readonly send: typeof upload
  readonly shrink: (file: File, rule: UploadRule) => Promise<File>
}
const PORTS: UploadPorts = { send: upload, shrink: (file, rule) => shrink(file, rule) }

interface Options {
  readonly rule: UploadRule
  /** It is up, under this path. */
  readonly onUp: (path: string, file: File) => void
  readonly ports?: UploadPorts
}

/** One picture, from the moment it is picked until it is up. */
export function usePictureUpload({ rule, onUp, ports = PORTS }: Options) {
  const [state, setState] = useState<Sending>({ kind: 'idle' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  // It is up minutes after it was picked: whoever waits for it now is told.
  const latest = useRef(onUp)
  useEffect(() => {
    latest.current = onUp
  })

  const begin = (): AbortController => {
    running.current?.abort()
    return (running.current = new AbortController())
  }

  const send = async (file: File, { signal }: AbortController): Promise<void> => {
    setState({ kind: 'sending', file, part: 0 })
    try {
      const [path] = await uploadAll([file], {
        rule,
        send: (one, onProgress) => ports.send(one, { kind: rule.kind, signal, onProgress }),
        onProgress: (part) => {
          if (!signal.aborted) setState({ kind: 'sending', file, part })
        },
      })
      if (signal.aborted || path === undefined) return
      setState({ kind: 'idle' })
      latest.current(path, file)
    } catch (error) {
      // A later one took its place, or nobody waits for it any more.
      if (!signal.aborted) setState(outcome(error, file))
    }
  }

  const pick = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return
    const controller = begin()
    setState({ kind: 'preparing' })
    try {
      const [picked] = await readPicked(files, 0, rule)
      const ready = picked && (await ports.shrink(picked, rule))
      if (ready && !controller.signal.aborted) await send(ready, controller)
    } catch (error) {
      if (!controller.signal.aborted) setState(outcome(error, null))
    }
  }

  const retry = (): void => {
    if (state.kind === 'failed') void send(state.file, begin())
  }
  const cancel = (): void => {
    running.current?.abort()
    setState({ kind: 'idle' })
  }
  return { state, pick, retry, cancel }
}

function outcome(error: unknown, file: File | null): Sending {
  if (error instanceof Refused) return { kind: 'refused', why: error.complaint }
  if (error instanceof ApiError) return { kind: 'refused', why: error.msg }
  // A file that cannot be read any more cannot be sent again either.
  return file === null ? { kind: 'refused', why: '' } : { kind: 'failed', file }
}
