import { fork } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { later } from '../../src/domain/units.ts';
import { quiet } from '../../src/server/logger.ts';
import { monotonic, startClock } from '../../src/server/clock.ts';
import { systemTimers } from '../../src/server/room/timers.ts';
import { liveServer } from '../support/room/live.ts';
import { bid, bidder, HOST, lotOf, node, published } from '../support/room/sale.ts';
import { temporaryStore } from '../support/store/temporary.ts';

const BIDS_A_SECOND = 160;
const SECONDS = 8;
const LOTS = 60;

const store = await temporaryStore();
const running = await startClock({ ask: () => store.log.databaseTime(), monotonic, logger: quiet });
const time = { now: () => running.now(), ...systemTimers };
for (const watchers of [0, 2_000]) {
  const rooms = node(store, time);
  await rooms.start();
  const server = await liveServer(rooms, time);
  const lots = Array.from({ length: LOTS }, (_, i) => lotOf(i + 1));
  const id = await published(store, rooms, time, { lots, bidders: 40, rule: { biddingSeconds: 3_600 }, opensInMs: 6_000 });
  while ((await rooms.give(id, { type: 'start', lots: null, biddingSeconds: null }, HOST)).verdict !== 'accepted') await new Promise((r) => setTimeout(r, 100));
  const crowd = fork(new URL('crowd.ts', import.meta.url), { stdio: 'inherit' });
  crowd.send({ port: server.port, timelineId: id, tokens: Array.from({ length: watchers }, (_, i) => server.tokens.deal(id, { identity: 'audience' }, `w${i}`, time)) });
  await once(crowd, 'message');
  const ms: number[] = [];
  const price = lots.map(() => 100_000);
  let refused = 0;
  const under: Promise<void>[] = [];
  const from = performance.now();
  for (let i = 0; i < BIDS_A_SECOND * SECONDS; i++) {
    const due = from + (i * 1_000) / BIDS_A_SECOND;
    while (performance.now() < due) await new Promise((r) => setTimeout(r, Math.max(0, due - performance.now())));
    const lot = i % LOTS;
    const notAfter = later(time.now(), 10_000);
    const sent = performance.now();
    under.push(rooms.give(id, bid(price[lot]!, notAfter, `lot-${lot + 1}`), bidder(1 + (i % 40)), { keyed: { account: `a${i % 40}`, bidKey: randomUUID(), fingerprint: 'f' }, notAfter }).then(({ verdict }) => {
      ms.push(performance.now() - sent);
      if (verdict !== 'accepted') refused += 1;
    }));
    price[lot]! += 1_000;
  }
  await Promise.all(under);
  ms.sort((a, b) => a - b);
  const at = (q: number) => ms[Math.floor(ms.length * q)]!.toFixed(1);
  console.log(`${watchers} watchers, ${BIDS_A_SECOND} bids/s: ack p50 ${at(0.5)} ms, p90 ${at(0.9)}, p99 ${at(0.99)} (${refused} refused)`);
  crowd.kill();
  await server.stop();
  await rooms.stop();
}
running.stop();
await store.close();
