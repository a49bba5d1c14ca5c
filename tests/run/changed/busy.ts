import { ppid } from 'node:process'

/* Keeps a core busy until its parent ends, however that ends. */
const TURNS = 10_000_000

while (process.ppid === ppid) for (let turn = 0; turn < TURNS; turn += 1);
