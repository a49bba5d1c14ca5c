/** How the room's frames come: a WebSocket, a streamed HTTP answer, or answers to one HTTP request after another. */
export type Carrier = 'socket' | 'stream' | 'poll'
