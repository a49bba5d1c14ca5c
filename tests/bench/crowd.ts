import { rawSocket } from '../support/room/live.ts';

// A process of its own: two thousand readers must not share the event loop that is measured.
process.on('message', (asked: { port: number; timelineId: string; tokens: string[] }) => {
  void (async () => {
    for (const token of asked.tokens) (await rawSocket(asked.port, { token, timelineId: asked.timelineId })).resume().on('error', () => process.exit(1));
    process.send?.('in');
  })();
});
