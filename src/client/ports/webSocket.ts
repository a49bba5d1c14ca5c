import type { Address } from '../room/address.ts'
import type { Socket, SocketEvents } from '../room/link.ts'

export function openSocket({ url, protocols }: Address, events: SocketEvents): Socket {
  const socket = new WebSocket(url, [...protocols])
  const silent = new AbortController()
  const { signal } = silent
  socket.addEventListener('open', events.opened, { signal })
  socket.addEventListener(
    'message',
    ({ data }: MessageEvent<unknown>) => typeof data === 'string' && events.message(data),
    { signal },
  )
  socket.addEventListener('error', events.errored, { signal })
  socket.addEventListener('close', ({ code }) => events.closed(code), { signal })
  return {
    send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
    close: () => {
      silent.abort()
      socket.close(1000)
    },
  }
}
