import { lt } from 'drizzle-orm';
import { later } from '../domain/units.ts';
import type { Files } from './files/files.ts';
import type { Logger } from './logger.ts';
import type { Clock } from './ports.ts';
import type { Db } from './store/open.ts';
import { forgetPractice } from './store/schedules.ts';
import { presence } from './store/schema.ts';

const EVERY_MS = 3_600_000;
const PRESENCE_MS = 24 * 3_600_000;
/** Logs of practice sessions are kept so long. */
const PRACTICE_MS = 7 * 24 * 3_600_000;

/** By the hour, what has had its time is forgotten. */
export function startUpkeep(db: Db, files: Pick<Files, 'sweep'>, clock: Clock, logger: Logger): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = forget(db, files, clock).catch((error: unknown) => logger.warn({ err: error }, 'what is old stays for now'));
  }, EVERY_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

export async function forget(db: Db, files: Pick<Files, 'sweep'>, clock: Clock): Promise<void> {
  const now = clock.now();
  await db.delete(presence).where(lt(presence.lastSeen, later(now, -PRESENCE_MS)));
  await forgetPractice(db, later(now, -PRACTICE_MS));
  await files.sweep(now);
}
