import { randomUUID } from 'node:crypto';
import { instant, later } from '../../src/domain/units.ts';
import type { Instant } from '../../src/domain/units.ts';
import { quiet } from '../../src/server/logger.ts';
import { startClock, monotonic } from '../../src/server/clock.ts';
import { systemTimers } from '../../src/server/room/timers.ts';
import type { Batch, Log } from '../../src/server/store/log.ts';
import type { Store } from '../../src/server/store/open.ts';
import { bid, bidder, HOST, lotOf, node, published } from '../support/room/sale.ts';
import { temporaryStore } from '../support/store/temporary.ts';

const CALLERS = 256;
const LOTS = 60;
const SECONDS = 4;

/** What the room appends, as it appends it. */
function recorded(log: Log, batches: Batch[]): Log {
  return { ...log, append: (batch) => { batches.push(batch); return log.append(batch); } };
}

async function accepted(store: Store): Promise<{ perSecond: number; batches: Batch[]; bids: number }> {
  const clock = await startClock({ ask: () => store.log.databaseTime(), monotonic, logger: quiet });
  const batches: Batch[] = [];
  const log = recorded(store.log, batches);
  const rooms = node({ ...store, log }, { now: () => clock.now(), ...systemTimers });
  await rooms.start();
  const lots = Array.from({ length: LOTS }, (_, i) => lotOf(i + 1));
  const id = await published(store, rooms, clock, { lots, bidders: CALLERS, rule: { biddingSeconds: 3_600 }, opensInMs: 6_000 });
  while ((await rooms.give(id, { type: 'start', lots: null, biddingSeconds: null }, HOST)).verdict !== 'accepted') await new Promise((r) => setTimeout(r, 100));
  batches.length = 0;
  const price = new Map(lots.map(({ lot }) => [lot, 100_000]));
  const end = Date.now() + SECONDS * 1_000;
  const ms: number[] = [];
  let bids = 0;
  let refused = 0;
  const from = performance.now();
  await Promise.all(Array.from({ length: CALLERS }, async (_, i) => {
    for (let k = i; Date.now() < end; k++) {
      const lot = `lot-${1 + (k * 7 + i) % LOTS}`;
      const mine = price.get(lot)!;
      price.set(lot, mine + 1_000);
      const notAfter: Instant = later(clock.now(), 10_000);
      const sent = performance.now();
      const verdict = await rooms.give(id, bid(mine, notAfter, lot), bidder(1 + i), { keyed: { account: `account-${i}`, bidKey: randomUUID(), fingerprint: 'x'.repeat(64) }, notAfter });
      ms.push(performance.now() - sent);
      if (verdict.verdict === 'accepted') bids += 1;
      else refused += 1;
    }
  }));
  const took = (performance.now() - from) / 1_000;
  ms.sort((a, b) => a - b);
  console.log(`room: ${Math.round(bids / took)} accepted/s (${refused} refused), ack p50 ${ms[ms.length >> 1]!.toFixed(1)} ms, p99 ${ms[Math.floor(ms.length * 0.99)]!.toFixed(1)} ms, ${batches.length} batches`);
  await rooms.stop();
  clock.stop();
  return { perSecond: bids / took, batches, bids };
}

/** The same bytes again, to a session of their own, with nothing around them. */
async function bare(store: Store, batches: readonly Batch[], bids: number): Promise<number> {
  const clock = { now: () => instant(Date.now()) };
  const rooms = node(store, { ...clock, ...systemTimers });
  const id = await published(store, rooms, clock);
  await rooms.stop();
  const first = batches[0]!;
  const { address } = store;
  const { Client } = await import('pg');
  const client = new Client(address);
  await client.connect();
  await client.query('UPDATE session_head SET seq = $2, hash = $3 WHERE timeline_id = $1', [id, first.expectedSeq, first.entries[0]!.prevHash]);
  await client.query('DELETE FROM session_event WHERE timeline_id = $1', [id]);
  await client.query('DELETE FROM verdict');
  await client.end();
  const from = performance.now();
  for (const batch of batches) {
    const result = await store.log.append({ ...batch, timelineId: id, notAfter: null });
    if (result !== 'appended') throw new Error(JSON.stringify(result));
  }
  const took = (performance.now() - from) / 1_000;
  console.log(`bare: ${Math.round(bids / took)} bids/s in ${batches.length} appends`);
  return bids / took;
}

const store = await temporaryStore();
const { perSecond, batches, bids } = await accepted(store);
const alone = await bare(store, batches, bids);
console.log(`ratio ${(perSecond / alone).toFixed(2)}`);
await store.close();
