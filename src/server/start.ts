import { BuildFailed, buildIfStale } from './build.ts';
import { ConfigError, readConfig } from './config.ts';
import type { Config } from './config.ts';
import { openNode, ROOT } from './main.ts';
import type { Running } from './main.ts';
import { StoreRefused } from './store/errors.ts';

/** A drain that takes longer than this is no longer one. */
const DRAIN_MS = 25_000;

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

function greet({ host, demo }: Config, port: number): void {
  const everywhere = host === '0.0.0.0' || host === '::' || host === '127.0.0.1' || host === '::1';
  say(`木材竞价采购平台 · Timber Sale Room → http://${everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`);
  if (demo) say('演示账号 · Demo accounts: buyer1 … buyer6, seller1, seller2, host, admin — 密码 · password: Timber2026');
}

/** Also while it is still starting: a database that was started is not left behind. */
function stopOnSignal(opening: Promise<Running>): void {
  let stopping = false;
  const end = () => {
    // Asked twice: whoever asks does not want to wait.
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => fatal(new Error(`shutting down takes more than ${DRAIN_MS / 1000} s`)), DRAIN_MS).unref();
    opening.then((node) => node.stop()).then(() => process.exit(0), fatal);
  };
  process.on('SIGTERM', end).on('SIGINT', end).on('uncaughtException', fatal).on('unhandledRejection', fatal);
}

function fatal(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

/** What a person can change is told in a line; the rest with where it came from. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StoreRefused || error instanceof BuildFailed) return error.message;
  if (error instanceof Error && 'code' in error && 'port' in error && error.code === 'EADDRINUSE') return `Port ${String(error.port)} is taken. Set PORT to another, or end what listens there.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  const config = readConfig(process.env);
  await buildIfStale(ROOT, say);
  const opening = openNode(config);
  stopOnSignal(opening);
  const { port } = await opening;
  greet(config, port);
} catch (error) {
  fatal(error);
}
