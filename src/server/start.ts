import { setFlagsFromString } from 'node:v8'
import { BuildFailed, buildIfStale } from './build.ts'
import { ConfigError, readConfig } from './config.ts'
import type { Config } from './config.ts'
import { openNode, ROOT } from './main.ts'
import type { Running } from './main.ts'
import { StoreRefused } from './store/errors.ts'

/** A drain that takes longer than this is no longer one. */
const DRAIN_MS = 25_000
/**
 * How far a heap grows between two full collections, % of what is in use. V8 lets one that fills quickly grow to four
 * times its use, and gives little of it back: a node's memory would stay at the size of its busiest minute.
 */
const HEAP_GROWTH = 100
const ECHO_MS = 1_000
const ORPHAN_MS = 500

const say = (line: string): boolean => process.stdout.write(`${line}\n`)

function greet({ host, tls }: Config, { port, demo }: Running): void {
  const everywhere = host === '0.0.0.0' || host === '::' || host === '127.0.0.1' || host === '::1'
  say(
    `木材竞价采购平台 · Timber Sale Room → http${tls ? 's' : ''}://${everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`,
  )
  if (demo)
    say('演示账号 · Demo accounts: buyer1 … buyer6, seller1, seller2, host, admin — 密码 · password: Timber2026')
}

/** Also while it is still starting: a database that was started is not left behind. */
function stopWhenTold(opening: Promise<Running>): void {
  let since: number | null = null
  function end(): void {
    if (since !== null) return
    since = performance.now()
    setTimeout(() => fatal(new Error(`shutting down takes more than ${DRAIN_MS / 1000} s`)), DRAIN_MS).unref()
    opening.then((node) => node.stop()).then(() => process.exit(0), fatal)
  }
  function signalled(): void {
    // A second Ctrl-C exits at once, but npm repeats the first, which must not count.
    if (since !== null && performance.now() - since > ECHO_MS) process.exit(1)
    end()
  }
  process
    .on('SIGTERM', signalled)
    .on('SIGINT', signalled)
    .on('uncaughtException', fatal)
    .on('unhandledRejection', fatal)

  // npm passes a signal to its shell only, so the shell's end is the only sign of it.
  const parent = process.ppid
  if (process.env['npm_lifecycle_event'] !== undefined)
    setInterval(() => process.ppid !== parent && end(), ORPHAN_MS).unref()
}

function fatal(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

/** Errors that a person can mend are one line; others come with their trace. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StoreRefused || error instanceof BuildFailed)
    return error.message
  if (error instanceof Error && 'code' in error && 'port' in error && error.code === 'EADDRINUSE')
    return `Port ${String(error.port)} is taken. Set PORT to another, or end what listens there.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

try {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`)
  const config = readConfig(process.env)
  await buildIfStale(ROOT, say)
  const opening = openNode(config)
  stopWhenTold(opening)
  greet(config, await opening)
} catch (error) {
  fatal(error)
}
