import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { HomeData, Look, WriteHome } from '../../../contract/home.ts';
import type { Clock } from '../../ports.ts';
import { cached } from '../catalogue/cached.ts';
import { homeDocument } from './document.ts';

export type Encoding = 'br' | 'gzip' | 'identity';
/** One written home page, in each form that it may be sent in. */
export interface Written {
  readonly etag: string;
  readonly body: (encoding: Encoding) => Promise<Buffer>;
}
export type Variant = Pick<HomeData, 'locale' | 'known'>;
/** All that one home page may differ by from another. */
export interface Wish extends Variant {
  readonly looks: readonly Look[];
  /** `https://sale.example`; null when it cannot be told. */
  readonly origin: string | null;
}
export type Home = (wish: Wish) => Promise<Written>;

export interface HomeNeeds {
  /** `dist/app`; what draws the page was built beside it. */
  readonly webDir: string;
  readonly read: (variant: Variant) => Promise<HomeData>;
  readonly clock: Clock;
}

/** Long enough for a crowd that comes at once; short enough beside the time that the page itself takes on the way. */
const FRESH_MS = 3_000;
/** Variants times names that the server goes by. */
const MOST = 16;

/** Null when the app, or what draws its home page for us, is not built. */
export async function openHome({ webDir, read, clock }: HomeNeeds): Promise<Home | null> {
  const page = join(webDir, 'index.html');
  const writer = join(webDir, '../server/writeHome.js');
  if (!existsSync(page) || !existsSync(writer)) return null;
  const template = readFileSync(page, 'utf8');
  const write = await load(writer);
  const written = cached(async (key: string): Promise<Written> => {
    const { origin, looks, ...variant } = JSON.parse(key) as Wish;
    const data = await read(variant);
    return forms(homeDocument({ template, data, looks, origin, markup: write(data) }));
  }, FRESH_MS, MOST, () => clock.now());
  return ({ locale, known, looks, origin }) => written(JSON.stringify({ locale, known, looks, origin }));
}

async function load(file: string): Promise<WriteHome> {
  const module: unknown = await import(pathToFileURL(file).href);
  if (!isWriter(module)) throw new Error(`${file} does not write the home page`);
  return module.writeHome;
}

const isWriter = (module: unknown): module is { readonly writeHome: WriteHome } =>
  typeof module === 'object' && module !== null && 'writeHome' in module && typeof module.writeHome === 'function';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** An eighth smaller than the usual 4 to 9 leave it, for some 50 ms beside the main thread each time that it is written. */
const QUALITY = 10;

function forms(html: string): Written {
  const plain = Buffer.from(html);
  const made = new Map<Encoding, Promise<Buffer>>();
  return {
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    body(encoding) {
      const known = made.get(encoding) ?? compress(plain, encoding);
      made.set(encoding, known);
      return known;
    },
  };
}

function compress(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case 'br': return brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } });
    case 'gzip': return zip(plain);
    case 'identity': return Promise.resolve(plain);
  }
}
