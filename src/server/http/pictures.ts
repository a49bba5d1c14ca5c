import { basename, dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import serveFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Pictures } from '../pictures/store.ts'
import { TooBusy } from '../work/turns.ts'
import { missing } from './answer.ts'
import { answer } from './api.ts'

export const PICTURES_PATH = '/common/pictures/'

/**
 * A browser has six connections for a host: a picture that is still being drawn must not occupy one that a price needs.
 */
const PATIENCE_MS = 500
const LATER_SECONDS = 2

/** More pictures are being made than wait in line. */
function laterIfBusy(error: unknown): 'later' {
  if (error instanceof TooBusy) return 'later'
  throw error
}

/** Pictures of lots: public, and never changed under the same name. */
export async function servePictures(app: FastifyInstance, pictures: Pick<Pictures, 'find'>): Promise<void> {
  await app.register(serveFiles, { serve: false, cacheControl: false })
  app.get<{ Params: { name: string } }>(`${PICTURES_PATH}:name`, async (request, reply) => {
    // Names are parsed by the store, so no other path reaches the file system.
    const file = await Promise.race([
      pictures.find(request.params.name).catch(laterIfBusy),
      wait(PATIENCE_MS, 'later' as const, { ref: false }),
    ])
    if (file === 'later')
      return reply.code(202).headers({ 'cache-control': 'no-store', 'retry-after': LATER_SECONDS }).send()
    if (!file) return answer(request, reply, missing())
    void reply.header('cache-control', 'public, max-age=604800, immutable').type(file.type)
    return reply.sendFile(basename(file.path), dirname(file.path), { cacheControl: false })
  })
}
