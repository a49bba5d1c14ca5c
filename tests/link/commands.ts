import type { Direction } from './conditions.ts'
import type { LaneStats } from './lane.ts'
import type { Link } from './link.ts'

const HELP = `delay 400      one way, ms
jitter 50      up to so much more, ms
rate 100       kbit/s, each way; "rate off" lifts it
loss 5         percent of the time in fades; what is sent then is sent again
stall [3000]   stop everything, for so many ms or until "resume"
resume
blackhole      fall silent without a close; "restore" ends it
cut 1000       reset each connection after so many bytes
refuse         turn new connections away
restore        end stall, black hole, cut and refusal
reset          break all connections now
stats
quit
A last word "up" (from the browser) or "down" (to it) means one way alone: delay, jitter, rate, loss, stall, resume, blackhole, cut.`

/** Executes a typed line and returns the reply; `null`: quit. */
export function obey(link: Link, line: string): string | null {
  const words = line.trim().toLowerCase().split(/\s+/)
  const last = words.at(-1)
  const direction = last === 'up' || last === 'down' ? last : undefined
  const [verb = '', argument] = direction ? words.slice(0, -1) : words
  if (verb === 'quit' || verb === 'exit') return null
  try {
    return act(link, verb, argument, direction)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function act(link: Link, verb: string, argument: string | undefined, direction: Direction | undefined): string {
  switch (verb) {
    case '':
    case 'stats':
      return stats(link)
    case 'help':
      return HELP
    case 'delay':
    case 'jitter':
      return set(link, { [verb]: number(argument) }, direction)
    case 'loss':
      return set(link, { loss: number(argument) / 100 }, direction)
    case 'rate':
      return set(link, { rate: argument === 'off' ? null : number(argument) }, direction)
    case 'stall':
      link.stall({ ...(argument !== undefined && { ms: number(argument) }), ...(direction && { direction }) })
      return argument === undefined ? 'stalled until "resume"' : `stalled for ${argument} ms`
    case 'resume':
      link.resume(direction)
      return 'it runs'
    case 'blackhole':
      link.blackhole(direction)
      return 'silence until "restore"'
    case 'cut':
      return cut(link, number(argument), direction ?? 'down')
    case 'refuse':
      link.refuse()
      return 'new connections are turned away until "restore"'
    case 'restore':
      link.restore()
      return 'restored'
    case 'reset':
      link.resetAll()
      return 'all connections were reset'
    default:
      return `"${verb}" is no command; "help" lists them`
  }
}

function number(argument: string | undefined): number {
  const value = Number(argument)
  if (argument === undefined || !Number.isFinite(value))
    throw new RangeError(`a number is missing, as in "delay 400"${argument ? `; "${argument}" is none` : ''}`)
  return value
}

function set(link: Link, change: Parameters<Link['set']>[0], direction: Direction | undefined): string {
  link.set(direction ? { [direction]: change } : change)
  return (['up', 'down'] as const)
    .map((one) => {
      const { delay, jitter, rate, loss } = link.conditions[one]
      return `${one}: ${delay} ms${jitter ? ` + up to ${jitter}` : ''}, ${rate === null ? 'no rate' : `${rate} kbit/s`}${loss ? `, ${loss * 100} % lost` : ''}`
    })
    .join(' · ')
}

function cut(link: Link, bytes: number, direction: Direction): string {
  link.cutAfter({ bytes, direction })
  return `each connection is reset after ${bytes} bytes ${direction}, until "restore"`
}

function stats(link: Link): string {
  const { open, accepted, refused, cut: cuts, up, down } = link.stats
  const bytes = ({ delivered, held, swallowed }: LaneStats) =>
    `${delivered} bytes delivered, ${held} held, ${swallowed} swallowed`
  return `${open} open of ${accepted} connections, ${refused} refused, ${cuts} cut · up: ${bytes(up)} · down: ${bytes(down)}`
}
