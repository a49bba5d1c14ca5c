import { mkdirSync } from 'node:fs';
import serveFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';

export const PICTURES_PATH = '/common/pictures/';

/** Pictures of lots: public, and never changed under the same name. */
export async function servePictures(app: FastifyInstance, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await app.register(serveFiles, {
    root: folder, prefix: PICTURES_PATH, decorateReply: false, index: false, cacheControl: false, dotfiles: 'deny',
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=604800').header('content-security-policy', "default-src 'none'"),
  });
}
