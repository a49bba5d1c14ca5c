import { isIPv6 } from 'node:net'

/** The networks that an address counts for. */
export interface Network {
  /** IPv4 unchanged, IPv6 by its /64: a device may use any address within it. */
  readonly nearest: string
  /** The /48 that a provider gives to one customer; `null` for IPv4. */
  readonly site: string | null
}

const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i

export function networkOf(address: string): Network {
  const mapped = MAPPED.exec(address)?.[1]
  if (mapped !== undefined) return { nearest: mapped, site: null }
  const plain = address.split('%')[0] ?? address
  if (!isIPv6(plain)) return { nearest: address, site: null }
  const groups = groupsOf(plain)
  return { nearest: `${groups.slice(0, 4).join(':')}::/64`, site: `${groups.slice(0, 3).join(':')}::/48` }
}

/** As it is shown to others than its owner: the last number of an IPv4 address left out, an IPv6 address by its /64. */
export const shownNetwork = (address: string): string => networkOf(address).nearest.replace(/\.\d+$/, '.*')

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [first, last] = [split(head), split(tail ?? '')]
  return tail === undefined ? first : [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last]
}
const split = (part: string): string[] => (part === '' ? [] : part.split(':'))
