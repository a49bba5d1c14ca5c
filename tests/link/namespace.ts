import { execFileSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { Silence } from './silence.ts'

/** May this process make a network of its own, with a cable to it? It takes root, util-linux and iproute2. */
export function namespacesWork(): boolean {
  try {
    run('unshare', '--net', '--', 'ip', 'link', 'add', 'tz0', 'type', 'veth', 'peer', 'name', 'tz1')
    return true
  } catch {
    return false
  }
}

export interface Place {
  /** Address at which the child listens, on the radio. */
  readonly far: string
  /** Address of this process for the child, on the undisturbed cable. */
  readonly near: string
  readonly silence: Silence
}

/** A frame to this address reaches no station: it is lost without an error, as on a radio. */
const NO_STATION = '02:00:00:00:00:fe'

/**
 * Lays a cable into the network of a child started by `unshare --net`, with two subnets: radio and cable. No interface
 * goes down, so neither kernel nor browser notices the silence. All of it is removed with the child.
 */
export async function joinNamespace(child: ChildProcess): Promise<Place> {
  const pid = await inItsOwn(child)
  const [block, first] = freeBlock()
  const at = (offset: number) => `${block}.${first + offset}`
  const [nearRadio, far, near, farCable] = [at(1), at(2), at(5), at(6)]
  const name = `tz-${block.slice('198.'.length).replace('.', '-')}-${first}`
  const outside = (...args: string[]) => run('ip', ...args)
  const inside = (...args: string[]) => run('nsenter', '--net', '--target', String(pid), '--', 'ip', ...args)
  outside('link', 'add', name, 'type', 'veth', 'peer', 'name', 'radio', 'netns', String(pid))
  for (const address of [nearRadio, near]) outside('address', 'add', `${address}/30`, 'dev', name)
  outside('link', 'set', name, 'up')
  for (const address of [far, farCable]) inside('address', 'add', `${address}/30`, 'dev', 'radio')
  inside('link', 'set', 'radio', 'up')
  const lost = ['lladdr', NO_STATION, 'nud', 'permanent']
  return {
    far,
    near,
    silence: {
      enter: async () => {
        outside('neighbour', 'replace', far, ...lost, 'dev', name)
        inside('neighbour', 'replace', nearRadio, ...lost, 'dev', 'radio')
      },
      leave: async () => {
        inside('neighbour', 'delete', nearRadio, 'dev', 'radio')
        outside('neighbour', 'delete', far, 'dev', name)
      },
      end: () => undefined,
      own: new Set(),
    },
  }
}

/** Eight addresses of the range reserved for benchmarks, which no network uses. */
function freeBlock(): [block: string, first: number] {
  const taken = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address))
  for (;;) {
    const [block, first] = [`198.${18 + randomInt(2)}.${randomInt(256)}`, 8 * randomInt(32)]
    if (!taken.includes(`${block}.${first + 1}`)) return [block, first]
  }
}

/** `unshare` has made the network before it becomes the program. */
async function inItsOwn({ pid }: ChildProcess): Promise<number> {
  if (pid === undefined) throw new Error('the child did not start')
  const ours = readlinkSync('/proc/self/ns/net')
  while (readlinkSync(`/proc/${pid}/ns/net`) === ours) await wait(5)
  return pid
}

const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'pipe' })
