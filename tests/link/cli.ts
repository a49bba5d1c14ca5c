import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { obey } from './commands.ts'
import { openLink } from './link.ts'
import type { Link } from './link.ts'

const HELP = `A weak link in front of a server, to try it by hand.

  npm run link -- --delay 400 --rate 100

  --target <host:port>   the server behind it               127.0.0.1:8007
  --port <n>             where it listens                   8107
  --host <address>       on which address; 0.0.0.0 lets a phone of the same network in   127.0.0.1
  --delay <ms>           one way                            0
  --jitter <ms>          up to so much more, order kept     0
  --rate <kbit/s>        each way, for all together         as fast as it goes
  --up-rate <kbit/s>     the same for one way alone: up is from the browser to the server
  --down-rate <kbit/s>
  --loss <percent>       of the time the radio fades; what is sent then is sent again after TCP's timeout   0
  --fade <ms>            mean length of a fade              400
  --handshake <n>        round trips before a connection's first byte: 1 for TCP, 3 with TLS   0
  --stall-every <ms>     stop everything now and then       never
  --stall-for <ms>       for so long                        3000
  --cut-after <bytes>    reset each connection after so many bytes to the browser
  --seed <n>             the same seed, the same jitter     1
  --help

While it runs, type a command and press Enter; "help" lists them.`

const OPTIONS = {
  target: { type: 'string', default: '127.0.0.1:8007' },
  port: { type: 'string', default: '8107' },
  host: { type: 'string', default: '127.0.0.1' },
  delay: { type: 'string' },
  jitter: { type: 'string' },
  rate: { type: 'string' },
  'up-rate': { type: 'string' },
  'down-rate': { type: 'string' },
  loss: { type: 'string' },
  fade: { type: 'string' },
  handshake: { type: 'string' },
  'stall-every': { type: 'string' },
  'stall-for': { type: 'string', default: '3000' },
  'cut-after': { type: 'string' },
  seed: { type: 'string', default: '1' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** A number from the command line; `undefined`: not given. An invalid one ends the program with the option's name. */
function number(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new RangeError(`--${name} takes a number from 0 on, not "${text}"`)
  return value
}

const rateOf = (name: string, text: string | undefined) => {
  const rate = number(name, text)
  return rate === undefined ? {} : { rate }
}

async function open(): Promise<Link | null> {
  const { values } = parseArgs({ options: OPTIONS })
  if (values.help) {
    console.log(HELP)
    return null
  }
  const [port, seed, delay, jitter] = (['port', 'seed', 'delay', 'jitter'] as const).map((name) =>
    number(name, values[name]),
  )
  const [loss, fade, handshake] = (['loss', 'fade', 'handshake'] as const).map((name) => number(name, values[name]))
  const [every, lasting, bytes] = (['stall-every', 'stall-for', 'cut-after'] as const).map((name) =>
    number(name, values[name]),
  )
  if (every !== undefined && every <= (lasting ?? 0))
    throw new RangeError('--stall-every must be longer than --stall-for, or it would never run')
  const link = await openLink({
    target: values.target,
    host: values.host,
    port: port ?? 8107,
    seed: seed ?? 1,
    ...(delay !== undefined && { delay }),
    ...(jitter !== undefined && { jitter }),
    ...(loss !== undefined && { loss: loss / 100 }),
    ...(fade !== undefined && { fade }),
    ...(handshake !== undefined && { handshake }),
    ...rateOf('rate', values.rate),
    up: rateOf('up-rate', values['up-rate']),
    down: rateOf('down-rate', values['down-rate']),
  })
  if (every) setInterval(() => link.stall({ ms: lasting ?? 3_000 }), every)
  if (bytes !== undefined) link.cutAfter({ bytes, direction: 'down' })
  console.log(`Open ${link.url} in the place of ${values.target}.`)
  return link
}

async function main(): Promise<void> {
  const link = await open()
  if (!link) return
  const exit = () => process.exit(0)
  process.on('SIGINT', exit).on('SIGTERM', exit)
  for await (const line of createInterface({ input: process.stdin })) {
    const answer = obey(link, line)
    if (answer === null) exit()
    console.log(answer)
  }
  // Without a keyboard it runs until it is stopped.
}

try {
  await main()
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\nSee npm run link -- --help.`)
  process.exit(1)
}
