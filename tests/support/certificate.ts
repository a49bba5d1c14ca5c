import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

interface TestPair {
  readonly cert: string
  readonly key: string
}

/** A new self-signed certificate for these DNS names and 127.0.0.1, and its key (PEM). Times in ms since epoch. */
export function testPair(
  names: readonly string[] = ['localhost'],
  { from = Date.now() - 3_600_000, until = Date.now() + 90 * 86_400_000 } = {},
): TestPair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(set(sequence(oid('550403'), utf8(names[0] ?? ''))))
  const algorithm = sequence(oid('2a8648ce3d040302'))
  const alternatives = sequence(...names.map((dns) => tagged(0x82, Buffer.from(dns))), tagged(0x87, LOOPBACK))
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(from), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(sequence(oid('551d11'), tagged(0x04, alternatives)))),
  )
  const signature = sign('sha256', body, privateKey)
  const cert = sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])))
  return {
    cert: [
      '-----BEGIN CERTIFICATE-----',
      ...(cert.toString('base64').match(/.{1,64}/g) ?? []),
      '-----END CERTIFICATE-----',
      '',
    ].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

const LOOPBACK = Buffer.from([127, 0, 0, 1])

/** DER: a tag, the length, the bytes. */
function tagged(tag: number, bytes: Buffer): Buffer {
  const { length } = bytes
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), bytes])
}
const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts))
const set = (...parts: readonly Buffer[]): Buffer => tagged(0x31, Buffer.concat(parts))
const oid = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'))
const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text))
const integer = (bytes: Buffer): Buffer => tagged(0x02, bytes)
/** `YYMMDDhhmmssZ`. */
const time = (ms: number): Buffer =>
  tagged(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14)}Z`))
