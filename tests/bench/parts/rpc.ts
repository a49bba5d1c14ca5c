import { fork } from 'node:child_process'
import { once } from 'node:events'

/** The functions that one process serves to another. */
type Doings = Readonly<Record<string, (...args: never[]) => unknown>>
type Asked = { readonly id: number; readonly name: string; readonly args: readonly never[] }
type Answered = { readonly id: number; readonly result: unknown; readonly error?: string }

/** Answers the parent process. When that lets go, `stop` runs and the process ends. */
export function serve(doings: Doings, stop?: () => Promise<void>): void {
  if (stop) process.once('disconnect', () => void stop().finally(() => process.exit()))
  process.on('message', ({ id, name, args }: Asked) => {
    void Promise.resolve()
      .then(() => doings[name]?.(...args))
      .then(
        (result) => process.send?.({ id, result }),
        (error: unknown) =>
          process.send?.({ id, result: null, error: String(error instanceof Error ? error.stack : error) }),
      )
  })
  process.send?.('ready')
}

export interface Process<D extends Doings> {
  ask<K extends keyof D & string>(name: K, ...args: Parameters<D[K]>): Promise<Awaited<ReturnType<D[K]>>>
  end(): Promise<void>
}

/** A process of its own, so that the measured code has an event loop to itself. */
export async function start<D extends Doings>(
  script: URL,
  nodeOptions: readonly string[] = [],
  args: readonly string[] = [],
): Promise<Process<D>> {
  const child = fork(script, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [...nodeOptions] })
  const gone = once(child, 'exit')
  await Promise.race([
    once(child, 'message'),
    gone.then(() => {
      throw new Error(`${script.pathname} ended before it was ready`)
    }),
  ])
  const waiting = new Map<
    number,
    { readonly resolve: (what: unknown) => void; readonly reject: (error: Error) => void }
  >()
  let last = 0
  child.on('message', ({ id, result, error }: Answered) => {
    const asker = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) asker?.resolve(result)
    else asker?.reject(new Error(error))
  })
  void gone.then(() => waiting.forEach(({ reject }) => reject(new Error(`${script.pathname} ended`))))
  return {
    ask<K extends keyof D & string>(name: K, ...args: Parameters<D[K]>) {
      last += 1
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      waiting.set(last, { resolve, reject })
      child.send({ id: last, name, args })
      return promise as Promise<Awaited<ReturnType<D[K]>>>
    },
    async end() {
      child.disconnect()
      await gone
    },
  }
}
