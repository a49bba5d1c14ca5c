import type { AddressInfo } from 'node:net'
import type { Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import { LIVE_PROTOCOL } from '../../../src/contract/constants.ts'
import { memory, sharedMs } from './numbers.ts'
import { serve } from './rpc.ts'

/** `ws` alone: accepts connections, and writes one prepared frame to all of them. */
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => LIVE_PROTOCOL })
const sockets = new Set<Socket>()
server.on('connection', (ws, { socket }) => {
  sockets.add(socket)
  ws.on('error', () => undefined).on('close', () => sockets.delete(socket))
  // A first frame, as the room sends, so that a client knows it is connected.
  ws.send('welcome')
})
await new Promise((resolve) => server.once('listening', resolve))

const doings = {
  door: () => ({ port: (server.address() as AddressInfo).port, timelineId: 'none' }),
  /** Writes the frame to all connections; returns the time at which it began. */
  tell(frame: string): number {
    const bytes = Buffer.from(frame, 'base64')
    const at = sharedMs()
    for (const socket of sockets) socket.write(bytes)
    return at
  },
  memory,
  cpu: () => process.cpuUsage(),
}
export type Bare = typeof doings
process.on('disconnect', () => process.exit(0))
serve(doings)
