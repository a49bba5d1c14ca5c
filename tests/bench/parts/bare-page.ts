import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Of the server's answer. */
const HEADERS = 170;
/** Keeps the page, and answers with it. */
const WORKER = `
addEventListener('install', (event) => event.waitUntil(caches.open('page').then((cache) => cache.add('/')).then(() => skipWaiting())))
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => event.respondWith(caches.match('/').then((kept) => kept ?? fetch(event.request))))
`;

/** A page of so many bytes on the wire, nothing compressed, that asks for nothing but its worker once it is there. */
export async function barePage(bytes: number) {
  const head = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>bare</title><script>addEventListener("load",()=>navigator.serviceWorker?.register("/worker.js"))</script><p>';
  const body = head + randomBytes(bytes).toString('base64').slice(0, Math.max(0, bytes - head.length - HEADERS));
  const server = createServer(({ url }, response) => {
    const [type, said] = url === '/worker.js' ? ['text/javascript', WORKER] : ['text/html; charset=utf-8', body];
    response.writeHead(200, { 'content-type': type, 'content-length': said.length }).end(said);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
