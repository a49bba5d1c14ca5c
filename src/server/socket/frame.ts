import { constants, deflateRawSync } from 'node:zlib';

const FIN = 0x80;
const RSV1 = 0x40;
const TEXT = 0x01;
/** Below one packet, compressing saves nothing that a slow link would notice. */
const DEFLATE_FROM = 1_200;
const SYNC_MARK_BYTES = 4;

/**
 * A text frame as bytes, made once and written to everyone who sees the same view. Long ones (a snapshot, a long resume) exist
 * compressed too, for clients that agreed to it: compressed once, not per client, and each on its own (no context takeover), so that
 * plain and compressed frames mix freely.
 */
export class Frame {
  readonly text: string;
  #plain: Buffer | null = null;
  #deflated: Buffer | null = null;

  constructor(text: string) {
    this.text = text;
  }

  bytes(deflate: boolean): Buffer {
    if (deflate && this.text.length >= DEFLATE_FROM) return (this.#deflated ??= frameOf(deflated(this.text), RSV1));
    return (this.#plain ??= frameOf(Buffer.from(this.text), 0));
  }
}

/** RFC 7692 §7.2.1: raw deflate, flushed, without the empty block that ends it. */
function deflated(text: string): Buffer {
  const bytes = deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH, level: 4 });
  return bytes.subarray(0, bytes.length - SYNC_MARK_BYTES);
}

/** RFC 6455 §5.2: a server's frame is not masked; one frame is one message. */
function frameOf(payload: Buffer, rsv: number): Buffer {
  return Buffer.concat([header(payload.length, FIN | rsv | TEXT), payload]);
}

function header(length: number, first: number): Buffer {
  if (length < 126) return Buffer.from([first, length]);
  if (length < 65_536) {
    const short = Buffer.from([first, 126, 0, 0]);
    short.writeUInt16BE(length, 2);
    return short;
  }
  const long = Buffer.alloc(10);
  long[0] = first;
  long[1] = 127;
  long.writeBigUInt64BE(BigInt(length), 2);
  return long;
}
