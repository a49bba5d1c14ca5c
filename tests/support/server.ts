import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface ServerOptions {
  /** Added to the environment; `undefined` takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** That of a server which is gone, to start it again; a fresh one by default. */
  readonly dataDir?: string;
  /** A free one by default. */
  readonly port?: number;
}

export interface TestServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly dataDir: string;
  /** What it has printed so far. */
  readonly log: string;
  /** Asks it to go (SIGTERM) and waits; rejects when it does not, or not cleanly. A data folder of our own making goes with it. */
  stop(options?: { readonly keep?: boolean }): Promise<void>;
  /** `kill -9` of node and, unless told otherwise, of every process of the PostgreSQL it started. The data stays. */
  kill9(options?: { readonly database?: boolean }): Promise<void>;
}

const ROOT = join(import.meta.dirname, '../..');
const READY_MS = 60_000;
const STOP_MS = 30_000;
const POLL_MS = 50;

/** Starts the server as its users do, and waits until it can serve. */
export async function startServer({ env = {}, dataDir, port }: ServerOptions = {}): Promise<TestServer> {
  const folder = dataDir ?? freshDataDir();
  const child = spawn(process.execPath, ['--require', './src/server/need-node.cjs', 'src/server/start.ts'], {
    cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], HOST: '127.0.0.1', PORT: String(port ?? 0), DATA_DIR: folder, ...env },
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => { log += chunk.toString(); });
  const left = once(child, 'exit');
  endWithUs(child, folder);
  let listens = 0;
  try {
    listens = await portOf(child, () => log);
    await ready(child, listens);
  } catch (error) {
    await end(child, folder, left);
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nIt said:\n${log.trimEnd()}`);
  }
  return {
    url: `http://127.0.0.1:${listens}`, port: listens, pid: child.pid ?? 0, dataDir: folder,
    get log() {
      return log;
    },
    async stop({ keep = false } = {}) {
      child.kill('SIGTERM');
      const gone = await Promise.race([left.then(() => true), wait(STOP_MS, false, { ref: false })]);
      if (!gone) await end(child, folder, left);
      if (!keep) remove(folder);
      if (!gone) throw new Error(`The server was still there ${STOP_MS / 1000} s after SIGTERM. It said:\n${log.trimEnd()}`);
      if (child.exitCode !== 0) throw new Error(`The server ended with ${child.exitCode ?? child.signalCode}. It said:\n${log.trimEnd()}`);
    },
    async kill9({ database = true } = {}) {
      // The database first looked up, then killed last: a node that lives would start it again.
      const family = database ? databaseOf(folder) : [];
      child.kill('SIGKILL');
      await left;
      await killAll(family);
    },
  };
}

/** The port that the server greets with: with 0 it took a free one. */
async function portOf(child: ChildProcess, log: () => string): Promise<number> {
  for (const giveUpAt = Date.now() + READY_MS; Date.now() < giveUpAt; await wait(POLL_MS)) {
    const greeting = /→ http:\/\/\S+:(\d+)$/m.exec(log());
    if (greeting) return Number(greeting[1]);
    stillThere(child);
  }
  throw new Error(`The server did not listen within ${READY_MS / 1000} s.`);
}

async function ready(child: ChildProcess, port: number): Promise<void> {
  for (const giveUpAt = Date.now() + READY_MS; Date.now() < giveUpAt; await wait(POLL_MS)) {
    if (await fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok, () => false)) return;
    stillThere(child);
  }
  throw new Error(`The server was not ready within ${READY_MS / 1000} s.`);
}

function stillThere({ exitCode, signalCode }: ChildProcess): void {
  if (exitCode !== null || signalCode !== null) throw new Error(`The server ended (${exitCode ?? signalCode}) before it was ready.`);
}

/** PostgreSQL runs as another user than root: its folder must be open to him, and not below /root. */
export function freshDataDir(): string {
  const folder = mkdtempSync(join(tmpdir().startsWith('/root') ? '/tmp' : tmpdir(), 'timber-test-'));
  chmodSync(folder, 0o755);
  made.add(folder);
  return folder;
}

/** Folders of our own making: whatever is forgotten goes when the tests end. */
const made = new Set<string>();
const running = new Map<ChildProcess, string>();
let watching = false;

function endWithUs(child: ChildProcess, folder: string): void {
  if (!watching) process.once('exit', cleanUp);
  watching = true;
  running.set(child, folder);
  child.once('exit', () => running.delete(child));
}

function cleanUp(): void {
  for (const [child, folder] of running) {
    const family = databaseOf(folder);
    child.kill('SIGKILL');
    for (const pid of family) kill(pid);
  }
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
}

function remove(folder: string): void {
  if (made.delete(folder)) rmSync(folder, { recursive: true, force: true });
}

async function end(child: ChildProcess, folder: string, left: Promise<unknown>): Promise<void> {
  const family = databaseOf(folder);
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await left;
  await killAll(family);
}

/** The PostgreSQL of a data folder: its postmaster and all its children, by number. */
export function databaseOf(folder: string): readonly number[] {
  const lock = join(folder, 'pg/postmaster.pid');
  const postmaster = existsSync(lock) ? Number.parseInt(readFileSync(lock, 'utf8'), 10) : 0;
  // A number that was given to somebody else since is none of ours.
  if (!postmaster || !commandOf(postmaster).includes(join(folder, 'pg'))) return [];
  const children = readdirSync('/proc').map(Number).filter((pid) => pid > 0 && parentOf(pid) === postmaster);
  return [postmaster, ...children];
}

const commandOf = (pid: number): string => read(`/proc/${pid}/cmdline`);
/** Field 4 of `stat`, counted from the end of the name, which may hold spaces. */
const parentOf = (pid: number): number => Number(read(`/proc/${pid}/stat`).replace(/^.*\) /s, '').split(' ')[1]);

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

async function killAll(pids: readonly number[]): Promise<void> {
  for (const pid of pids) kill(pid);
  while (pids.some((pid) => commandOf(pid) !== '')) await wait(POLL_MS);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}
