/* Keeps a core busy until its parent ends, however that ends. */
const parent = process.ppid
const TURNS = 10_000_000

while (process.ppid === parent) for (let turn = 0; turn < TURNS; turn += 1);
