import { setPriority } from 'node:os'

/** A tenth of the room's share of a core where they meet: with less, a sheet waits for minutes on a busy machine. */
const NICE = 10

/**
 * Where each thread begins: at a lower priority, so that a room goes first where cores are few. The module that it runs
 * is loaded afterwards, since loading alone takes a core for half a second.
 */
// On Linux this lowers the calling thread alone; elsewhere it would lower the whole server.
if (process.platform === 'linux') setPriority(0, NICE)
const [, , module = ''] = process.argv
await import(module)
