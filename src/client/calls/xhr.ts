import { SELLER_TIMEOUT_MS } from '../../contract/constants.ts'
import { TimeoutError } from './errors.ts'

/**
 * A `fetch` for uploads that tells how far it is. The platform's own can only do so by streaming the body, which
 * browsers refuse over HTTP/1.1. It gives up when nothing has moved for as long as a call may take.
 */
export const progressFetch =
  (onProgress: (part: number) => void, stillMs = SELLER_TIMEOUT_MS) =>
  async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = input instanceof Request ? input : new Request(input, init)
    const body = await request.blob()
    const signal = init?.signal ?? request.signal
    return new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest()
      let timer: ReturnType<typeof setTimeout> | undefined
      const moved = (): void => {
        clearTimeout(timer)
        timer = setTimeout(() => end(() => reject(new TimeoutError('the upload stands still'))), stillMs)
      }
      const stop = (): void => end(() => reject(new DOMException('The upload was cancelled.', 'AbortError')))
      const end = (settle: () => void): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', stop)
        settle()
        if (xhr.readyState !== XMLHttpRequest.DONE) xhr.abort()
      }
      xhr.upload.addEventListener('progress', ({ loaded, total }) => {
        moved()
        if (total > 0) onProgress(loaded / total)
      })
      xhr.addEventListener('load', () => {
        const answer: unknown = xhr.response
        end(() => resolve(new Response(answer instanceof Blob ? answer : null, { status: xhr.status })))
      })
      xhr.addEventListener('error', () => end(() => reject(new TypeError('Failed to fetch'))))
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) return stop()
      xhr.open(request.method, request.url)
      xhr.responseType = 'blob'
      for (const [name, value] of request.headers) xhr.setRequestHeader(name, value)
      moved()
      xhr.send(body)
    })
  }
