import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { canonical } from '../../domain/canonical.ts'
import { enclosedIn } from '../documents/enclosed.ts'
import { sealText, unsealed } from '../documents/seal.ts'
import { grouped, sha256Of } from '../documents/document.ts'
import { verifyReceipt, verifySeal } from '../receipt.ts'
import type { PublishedKey } from '../receipt.ts'
import { Receipt } from '../../contract/verdict.ts'

/** Checks a document, or the evidence of a contract, with only the file and the published keys. */
const USAGE = `Usage: npm run verify-document -- <file> [--keys <file> | --server <address>] [--hash <sha-256>]

<file>    A PDF of this platform, or the evidence of a contract (JSON).
--keys    The published keys: the answer of GET /prod-api/auction/receipt/keys, saved as a file.
--server  Where to ask for them instead: https://sale.example
--hash    The hash that the document must have, as it was read, printed or signed elsewhere.

A PDF needs the keys; evidence carries its hashes itself. Ends with 0 when everything fits, with 1 when something does not.`

export interface Finding {
  readonly fits: boolean
  readonly says: string
}
const good = (says: string): Finding => ({ fits: true, says })
const bad = (says: string): Finding => ({ fits: false, says })

/** The proofs found in a file, line by line. */
export function verifyDocument(file: Buffer, keys: readonly PublishedKey[], hash: string | null = null): Finding[] {
  return file.subarray(0, 5).toString('latin1') === '%PDF-' ? verifyPdf(file, keys, hash) : verifyEvidence(file, hash)
}

function verifyPdf(file: Buffer, keys: readonly PublishedKey[], hash: string | null): Finding[] {
  const found = unsealed(file)
  if (!found) return [bad('The file ends without a seal: it is not as the platform made it.')]
  const { pdf, seal } = found
  if (!keys.some(({ keyId }) => keyId === seal.keyId))
    return [bad(`The key ${seal.keyId} is not among the published ones.`)]
  if (!verifySeal(sealText(pdf), seal, keys))
    return [bad('The seal does not fit: the file was changed after the platform made it.')]
  const enclosed = enclosedIn(pdf)
  return [
    good(`Sealed with the key ${seal.keyId}, and unchanged since.`),
    ...contentFindings(enclosed, hash),
    ...receiptFindings(enclosed, keys, hash),
  ]
}

const Signed = z.object({
  hash: z.string(),
  signatures: z.array(z.object({ name: z.string(), at: z.string(), hash: z.string(), lapsed: z.boolean().optional() })),
})

function contentFindings(enclosed: ReadonlyMap<string, string>, hash: string | null): Finding[] {
  const content = enclosed.get('content.json')
  if (content === undefined) return []
  const own = sha256Of(content)
  const signed = enclosed.get('signatures.json')
  return [
    good(`SHA-256 of its content: ${own}`),
    ...(hash === null ? [] : [sameHash(own, hash)]),
    ...(signed === undefined ? [] : signatureFindings(Signed.parse(JSON.parse(signed)), own)),
  ]
}

function signatureFindings({ hash, signatures }: z.infer<typeof Signed>, own: string): Finding[] {
  if (hash !== own) return [bad(`Its signatures are of another content: ${hash}`)]
  return signatures.map((one) =>
    one.hash === own
      ? good(`Signed by ${one.name}, ${one.at}${one.lapsed === true ? ' (lapsed)' : ''}`)
      : bad(`${one.name} signed another content: ${one.hash}`),
  )
}

function receiptFindings(
  enclosed: ReadonlyMap<string, string>,
  keys: readonly PublishedKey[],
  hash: string | null,
): Finding[] {
  const text = enclosed.get('receipt.json')
  if (text === undefined) return []
  const receipt = Receipt.parse(JSON.parse(text))
  return [
    verifyReceipt(receipt, keys)
      ? good(
          `The receipt for ${receipt.body.currency} ${grouped(receipt.body.price)}, entry ${receipt.body.seq}, is genuine.`,
        )
      : bad('The receipt inside does not fit its signature.'),
    ...(hash === null ? [] : [sameHash(receipt.body.hash, hash)]),
  ]
}

const Evidence = z.object({
  contractNo: z.string(),
  versions: z.array(z.object({ version: z.number(), hash: z.string(), content: z.unknown() })),
  acts: z.array(
    z.object({
      act: z.string(),
      by: z.string(),
      version: z.number(),
      evidence: z.record(z.string(), z.string()).nullable(),
    }),
  ),
})

/** Checks that every version matches its hash, and every signature names the hash of its version. */
function verifyEvidence(file: Buffer, hash: string | null): Finding[] {
  const read = Evidence.safeParse(jsonIn(file))
  if (!read.success) return [bad('The file is neither a PDF nor the evidence of a contract.')]
  const { versions, acts } = read.data
  const hashes = new Map(versions.map(({ version, content }) => [version, sha256Of(canonical(content))]))
  return [
    ...versions.map(({ version, hash: said }) =>
      hashes.get(version) === said
        ? good(`Version ${version}: SHA-256 ${said}`)
        : bad(`Version ${version} was changed: its hash is ${hashes.get(version)}, not ${said}.`),
    ),
    ...acts.flatMap(({ act, by, version, evidence }) => {
      if (act !== 'signed') return []
      const signed = evidence?.['hash']
      return signed !== undefined && signed === hashes.get(version)
        ? good(`The ${by}, ${evidence?.['name'] ?? ''}, signed version ${version}, ${evidence?.['at'] ?? ''}`)
        : bad(`The ${by}’s signature is not of version ${version} as it stands here.`)
    }),
    ...(hash === null || [...hashes.values()].includes(hash) ? [] : [bad(`No version has the hash ${hash}.`)]),
  ]
}

const sameHash = (own: string, wanted: string): Finding =>
  own === wanted ? good('It is the hash that was asked for.') : bad(`It is not the hash that was asked for: ${wanted}`)

function jsonIn(file: Buffer): unknown {
  try {
    return JSON.parse(file.toString('utf8'))
  } catch {
    return null
  }
}

const Keys = z.object({ rows: z.array(z.object({ keyId: z.string(), publicKey: z.string() })) })

async function keysFrom(path: string | undefined, server: string | undefined): Promise<readonly PublishedKey[]> {
  if (path !== undefined) return Keys.parse(JSON.parse(readFileSync(path, 'utf8'))).rows
  if (server === undefined) return []
  const answer = await fetch(new URL('/prod-api/auction/receipt/keys', server))
  return Keys.parse(await answer.json()).rows
}

async function run(args: readonly string[]): Promise<boolean> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { keys: { type: 'string' }, server: { type: 'string' }, hash: { type: 'string' } },
  })
  const [path, ...more] = positionals
  if (path === undefined || more.length > 0) throw new Error(USAGE)
  const file = readFileSync(path)
  const found = verifyDocument(file, await keysFrom(values.keys, values.server), values.hash?.toLowerCase() ?? null)
  for (const { fits, says } of found) process.stdout.write(`${fits ? 'ok  ' : 'BAD '} ${says}\n`)
  return found.every(({ fits }) => fits)
}

if (import.meta.main)
  run(process.argv.slice(2)).then(
    (fits) => {
      process.exitCode = fits ? 0 : 1
    },
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      process.exitCode = 2
    },
  )
