/** Where a bucket is, and which of its objects are ours. */
export interface BucketAddress {
  /** Without a slash at its end. */
  readonly url: string
  /** Empty, or ending in a slash. */
  readonly prefix: string
  readonly region: string
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX = /^[A-Za-z0-9_-][\w.-]*(\/[A-Za-z0-9_-][\w.-]*)*$/
const REGION = /^[a-z0-9-]{1,40}$/

/**
 * Reads `s3://bucket/prefix?endpoint=https://host&region=name&style=host`. `style=host` puts the bucket into the host
 * name, as some providers demand. `null`: not such an address.
 */
export function bucketAddress(text: string): BucketAddress | null {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:' || url.username !== '' || url.password !== '' || url.port !== '' || url.hash !== '')
    return null
  const { endpoint = '', region = 'us-east-1', style = 'path', ...others } = Object.fromEntries(url.searchParams)
  const server = URL.parse(endpoint)
  const prefix = url.pathname.replace(/^\//, '').replace(/\/$/, '')
  const fits =
    BUCKET.test(url.hostname) &&
    (prefix === '' || PREFIX.test(prefix)) &&
    REGION.test(region) &&
    (style === 'path' || style === 'host') &&
    Object.keys(others).length === 0
  if (!fits || !server || !['http:', 'https:'].includes(server.protocol) || server.href !== `${server.origin}/`)
    return null
  return {
    url: style === 'path' ? `${server.origin}/${url.hostname}` : `${server.protocol}//${url.hostname}.${server.host}`,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region,
  }
}
