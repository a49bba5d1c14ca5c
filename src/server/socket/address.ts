import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import { networkOf } from '../auth/network.ts'

/** Trusted proxies: none, a number of them in a row, or their addresses and networks. */
export type Proxies = false | number | readonly string[]

/** The host that the browser requested. */
export const hostOf = ({ headers }: Pick<IncomingMessage, 'headers'>, behindProxy: boolean): string | undefined =>
  (behindProxy ? [headers['x-forwarded-host']].flat()[0]?.split(',')[0]?.trim() : undefined) ?? headers.host

/** The address that a connection counts for: the nearest one that is not a trusted proxy's; IPv6 by its network. */
export function originOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>, proxies: Proxies): string {
  const passedOn = [headers['x-forwarded-for']].flat().flatMap((value) => value?.split(',') ?? [])
  const path = [...passedOn.map((one) => one.trim()).filter((one) => one !== ''), socket.remoteAddress ?? '']
  path.reverse()
  const isProxy = trusting(proxies)
  const origin = path.find((address, hop) => !isProxy(address, hop)) ?? path.at(-1) ?? ''
  return networkOf(origin).nearest
}

function trusting(proxies: Proxies): (address: string, hop: number) => boolean {
  if (proxies === false) return () => false
  if (typeof proxies === 'number') return (_, hop) => hop < proxies
  const known = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) known.addAddress(address, family)
    else known.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const plain = networkOf(address).nearest.includes('/') ? address : networkOf(address).nearest
    return known.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
  }
}
