import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { instrument } from './instrument.ts';
import type { Mutant } from './instrument.ts';

const here = import.meta.dirname;
const repository = resolve(here, '../../..');

export type Fate = 'killed' | 'timed out' | 'survived';
export interface Judged { readonly mutant: Mutant; readonly fate: Fate; readonly by: string }

/** A copy of the domain with every mutant in it, and its tests as they are. */
export async function prepare(): Promise<{ root: string; mutants: Mutant[]; remove: () => Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'mutants-'));
  const source = join(repository, 'src/domain');
  const mutants: Mutant[] = [];
  const files = (await readdir(source, { recursive: true })).filter((f) => f.endsWith('.ts')).sort();
  for (const file of files) {
    const to = join(root, 'src/domain', file);
    await mkdir(dirname(to), { recursive: true });
    if (file.endsWith('.test.ts') || file.startsWith('testing/')) {
      await copyFile(join(source, file), to);
      continue;
    }
    const found = instrument(await readFile(join(source, file), 'utf8'), file, mutants.length + 1);
    mutants.push(...found.mutants);
    const runtime = relative(dirname(to), join(root, 'src/domain/mutant-runtime.ts'));
    // On the same line, so that the lines of a stack are those of the source.
    await writeFile(to, `import { $ } from './${runtime}'; ${found.code}`);
  }
  await copyFile(join(here, 'runtime.ts'), join(root, 'src/domain/mutant-runtime.ts'));
  await writeFile(join(root, 'package.json'), '{"type":"module"}');
  await symlink(join(repository, 'node_modules'), join(root, 'node_modules'));
  return { root, mutants, remove: () => rm(root, { recursive: true, force: true }) };
}

interface Answer { readonly mutant: number; readonly killed: boolean; readonly by: string }

/** One process that judges; a mutant that makes it run for ever costs it its life and counts as found out. */
class Judge {
  #child: ChildProcess | null = null;
  readonly #root: string;
  constructor(root: string) { this.#root = root; }

  async ask(mutant: number, timeoutMs: number): Promise<Answer | 'timed out'> {
    const child = await this.#started();
    return await new Promise((done) => {
      const watchdog = setTimeout(() => { this.end(); done('timed out'); }, timeoutMs);
      const settle = (answer: Answer | 'timed out'): void => { clearTimeout(watchdog); child.off('exit', gone); done(answer); };
      const gone = (): void => { this.#child = null; settle('timed out'); };
      child.once('message', (m) => settle(m as Answer));
      child.once('exit', gone);
      child.send({ mutant });
    });
  }

  end(): void {
    this.#child?.removeAllListeners();
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  async #started(): Promise<ChildProcess> {
    if (this.#child) return this.#child;
    const child = fork(join(here, 'worker.ts'), [this.#root], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env: { ...process.env, FC_RUNS: process.env['FC_RUNS'] ?? '1' } });
    this.#child = child;
    await new Promise<void>((ready, failed) => {
      child.once('message', () => ready());
      child.once('exit', (code) => failed(new Error(`the judge ended with ${code}`)));
    });
    child.removeAllListeners('exit');
    return child;
  }
}

/** Judges every mutant given, `workers` at a time. Throws when the tests fail with no mutant on. */
export async function judgeAll(root: string, mutants: readonly Mutant[], workers: number, tell: (judged: Judged, done: number) => void): Promise<Judged[]> {
  const first = new Judge(root);
  const began = performance.now();
  const sound = await first.ask(0, 600_000);
  first.end();
  if (sound === 'timed out' || sound.killed) throw new Error(`the tests fail without a mutant (${sound === 'timed out' ? sound : sound.by})`);
  const timeoutMs = (performance.now() - began) * 3 + 10_000;

  const queue = [...mutants];
  const results: Judged[] = [];
  await Promise.all(Array.from({ length: workers }, async () => {
    const judge = new Judge(root);
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      const answer = await judge.ask(mutant.id, timeoutMs);
      const judged: Judged = answer === 'timed out' ? { mutant, fate: 'timed out', by: '' } : { mutant, fate: answer.killed ? 'killed' : 'survived', by: answer.by };
      results.push(judged);
      tell(judged, results.length);
    }
    judge.end();
  }));
  return results.sort((a, b) => a.mutant.id - b.mutant.id);
}
