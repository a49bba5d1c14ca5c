import { parseArgs } from 'node:util'
import { runPlanted } from './planted/run.ts'
import { run } from './run.ts'

const PLANTED = 'planted'
const USAGE = `npm run prove [-- <proof> … --seed N --sample --only <part> …]
npm run prove -- planted [<proof> … --seed N]
Runs the long proofs (docs/proofs.md), all of them or those named.
planted: plants known faults in a copy of the sources, one after another, and demands that the samples find them.
--only: of mutants, those whose place begins so (decide/deals, lots.ts:64);
        of screens, the beginning of a name (Desk), an account (buyer1, visitor), zh or en, touch or mouse,
        layout or axe;
        of upgrade, the commit or tag of the old release;
        of failover, kill, switchover, etcd, replica or haproxy, each with a number (kill:3).`

// Servers are ended when this process is.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    sample: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(`${USAGE}\n`)
else {
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const [first, ...rest] = positionals
  process.exitCode =
    first === PLANTED
      ? await runPlanted({ names: rest, seed: values.seed, say })
      : await run({ names: positionals, seed: values.seed, sample: values.sample, only: values.only, say })
}
