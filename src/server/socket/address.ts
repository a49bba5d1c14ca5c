import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import type { Config } from '../config.ts'

type Upgrade = Pick<IncomingMessage, 'headers' | 'socket'>

/** The host that the browser asked for. */
export const hostOf = ({ headers }: Upgrade, behindProxy: boolean): string | undefined =>
  (behindProxy ? [headers['x-forwarded-host']].flat()[0]?.split(',')[0]?.trim() : undefined) ?? headers.host

/** Where a connection came from, as Fastify tells it of a request: the nearest address that is no trusted proxy. */
export function addressOf({ headers, socket }: Upgrade, trustProxy: Config['trustProxy']): string {
  const passed = [headers['x-forwarded-for']].flat().join(',').split(',')
  const way = [socket.remoteAddress ?? '', ...passed.map((one) => one.trim()).toReversed()].filter(Boolean)
  const trusted = typeof trustProxy === 'number' ? (_: string, hop: number) => hop < trustProxy : inList(trustProxy)
  return way.find((address, hop) => !trusted(address, hop)) ?? way.at(-1) ?? ''
}

function inList(proxies: false | readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const proxy of proxies || []) {
    const [address = '', bits] = proxy.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) =>
    list.check(
      address.replace(/^::ffff:(?=\d+\.)/i, ''),
      isIPv6(address) && !/^::ffff:\d+\./i.test(address) ? 'ipv6' : 'ipv4',
    )
}
