import { basename, dirname } from 'node:path';
import serveFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Pictures } from '../pictures/store.ts';
import { missing } from './answer.ts';
import { answer } from './api.ts';

export const PICTURES_PATH = '/common/pictures/';

/** Pictures of lots: public, and never changed under the same name. */
export async function servePictures(app: FastifyInstance, pictures: Pick<Pictures, 'find'>): Promise<void> {
  await app.register(serveFiles, { serve: false, cacheControl: false });
  app.get<{ Params: { name: string } }>(`${PICTURES_PATH}:name`, async (request, reply) => {
    // The store knows only names of its own making, so nothing else reaches the file system.
    const file = await pictures.find(request.params.name);
    if (!file) return answer(request, reply, missing());
    void reply.header('cache-control', 'public, max-age=604800, immutable').type(file.type);
    return reply.sendFile(basename(file.path), dirname(file.path), { cacheControl: false });
  });
}
