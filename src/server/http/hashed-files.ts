import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LruMap } from '../auth/lru-map.ts'
import { encodingOf, type Encoding } from './pages/encoded-page.ts'

const YEAR = 'public, max-age=31536000, immutable'
/** Files in memory: several releases' scripts and styles, about 10 kB each. */
const KEPT = 2_000
/** No folder, no dot file, and no compressed copy, which has no address of its own. */
const NAME = /^[\w-][\w.-]*\.(?!br$|gz$)\w+$/
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}
const COPIES: readonly (readonly [Encoding, string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
  ['identity', ''],
]

interface Copy {
  readonly body: Buffer
  readonly encoding: Encoding
}

/**
 * `/assets/…` of these folders, the first that has the file. Names have their content's hash, so a file that was read
 * once is sent from memory from then on: a first visit asks for dozens, and hundreds of people visit when doors open.
 */
export function serveHashedFiles(app: FastifyInstance, folders: readonly string[]): void {
  const kept = new LruMap<string, Promise<Copy | null>>(KEPT)
  const find = (name: string, accepted: Encoding): Promise<Copy | null> => {
    const key = `${accepted} ${name}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const read = readCopy(folders, name, accepted)
    kept.set(key, read)
    // Another node's release may bring the file later, and a disk may recover.
    const forget = (copy: Copy | null): void => {
      if (copy === null) kept.delete(key)
    }
    void read.then(forget, () => forget(null))
    return read
  }
  app.get<{ Params: { name: string } }>(
    '/assets/:name',
    // Page headers weigh as much as a small script.
    { helmet: false },
    async ({ params: { name }, headers }: FastifyRequest<{ Params: { name: string } }>, reply: FastifyReply) => {
      const copy = NAME.test(name) ? await find(name, encodingOf(headers['accept-encoding'])) : null
      if (copy === null) return reply.callNotFound()
      if (copy.encoding !== 'identity') void reply.header('content-encoding', copy.encoding)
      // What never changes is never asked for again, and no error report names its request.
      return reply
        .removeHeader('x-request-id')
        .header('content-type', TYPES[extname(name)] ?? 'application/octet-stream')
        .header('cache-control', YEAR)
        .header('vary', 'accept-encoding')
        .send(copy.body)
    },
  )
}

/** The smallest copy that the browser takes. */
async function readCopy(folders: readonly string[], name: string, accepted: Encoding): Promise<Copy | null> {
  const from = COPIES.findIndex(([encoding]) => encoding === accepted)
  for (const folder of folders)
    for (const [encoding, extension] of COPIES.slice(from)) {
      const body = await readFile(join(folder, 'assets', `${name}${extension}`)).catch(noFile)
      if (body !== null) return { body, encoding }
    }
  return null
}

const noFile = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT' || error.code === 'EISDIR') return null
  throw error
}
