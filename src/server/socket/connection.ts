import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { CLOSE } from '../../contract/constants.ts';
import type { AnyReason } from '../../contract/codes.ts';
import { ClientFrame } from '../../contract/live.ts';
import type { Clock } from '../ports.ts';
import { Allowance } from './allowance.ts';
import { Frame } from './frame.ts';
import { Outlet } from './outlet.ts';
import type { OutletLimits } from './outlet.ts';
import { timeJson } from './wire.ts';

/** After a close frame the socket has this long to answer before it is cut. */
const CUT_MS = 10_000;

export interface ConnectionDeps {
  readonly clock: Clock;
  readonly limits: OutletLimits;
  /** Each frame that keeps to the protocol is a sign of life. */
  heard(delay: number | null): void;
  /** `null`: it was not ended by us. */
  ended(reason: Reason | null): void;
}

type Close = keyof typeof CLOSE;
type Reason = AnyReason | 'slow' | 'replaced' | 'restart' | 'ghost';

/**
 * One WebSocket. Frames are written to the raw socket, past `ws`, which only reads, answers pings and closes: that keeps the order, because
 * `ws` is never given anything to send or to compress.
 */
export class Connection {
  readonly #ws: WebSocket;
  readonly #outlet: Outlet;
  readonly #deps: ConnectionDeps;
  readonly #allowance: Allowance;
  readonly #deflates: boolean;
  /** Why we are ending it. */
  #reason: Reason | null = null;
  readonly ended: Promise<void>;

  constructor(ws: WebSocket, socket: Duplex, deps: ConnectionDeps) {
    this.#ws = ws;
    this.#deps = deps;
    this.#outlet = new Outlet(socket, deps.limits, () => deps.clock.now());
    this.#allowance = new Allowance(deps.clock.now());
    this.#deflates = ws.extensions.includes('permessage-deflate');
    ws.on('message', (data, isBinary) => this.#take(data, isBinary));
    // The socket's errors are followed by its end; there is nothing else to do about them.
    ws.on('error', () => undefined);
    this.ended = new Promise((resolve) => {
      ws.on('close', () => {
        this.#outlet.shut();
        deps.ended(this.#reason);
        resolve();
      });
    });
  }

  get open(): boolean {
    return this.#reason === null && this.#ws.readyState === this.#ws.OPEN;
  }

  get slow(): boolean {
    return this.#outlet.slow;
  }

  send(frame: Frame): void {
    if (!this.open) return;
    this.#outlet.push(...frame.bytes(this.#deflates));
    if (this.#outlet.slow) this.close('slow', 'slow');
  }

  close(why: Close, reason: Reason): void {
    if (!this.open) return;
    this.#reason = reason;
    this.#outlet.shut();
    this.#ws.close(CLOSE[why], reason);
    setTimeout(() => this.#ws.terminate(), CUT_MS).unref();
  }

  /** Without a word: nobody is at the other end. */
  cut(): void {
    this.#reason = 'ghost';
    this.#ws.terminate();
  }

  #take(data: RawData, isBinary: boolean): void {
    if (!this.open) return;
    if (!this.#allowance.take(this.#deps.clock.now())) return this.close('tooMany', 'call.too_many');
    const beat = isBinary ? null : parse(data);
    if (beat === null) return this.close('badFrame', 'input.invalid');
    const mark = beat.t === undefined ? '' : `"t":${beat.t},`;
    this.send(new Frame(`{"sendType":"1",${mark}"now":${timeJson(this.#deps.clock.now())}}`));
    this.#deps.heard(beat.delay ?? null);
  }
}

function parse(data: RawData) {
  try {
    return ClientFrame.safeParse(JSON.parse(textOf(data))).data ?? null;
  } catch {
    return null;
  }
}

const textOf = (data: RawData): string => (data instanceof ArrayBuffer ? Buffer.from(data) : Array.isArray(data) ? Buffer.concat(data) : data).toString('utf8');
