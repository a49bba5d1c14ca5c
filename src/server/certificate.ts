import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { ConfigError } from './config.ts'
import type { Config } from './config.ts'
import type { Logger } from './logger.ts'
import { Gauge } from './room/metrics.ts'
import type { Metric } from './room/metrics.ts'
import type { Timers } from './room/timers.ts'

/** A certificate with its chain, and its key, both PEM. */
export interface CertificatePair {
  readonly cert: Buffer
  readonly key: Buffer
}

type CertificateFiles = NonNullable<Config['tls']>

export interface Certificate {
  readonly pair: CertificatePair
  readonly metrics: readonly Metric[]
  /** Calls back whenever the files hold another valid pair. */
  watch(renewed: (pair: CertificatePair) => void): void
  stop(): void
}

interface CertificateOptions {
  readonly timers: Timers
  readonly logger: Logger
  /** Wall clock, ms since epoch. */
  readonly now: () => number
  /** Interval in which the files are read again, ms. */
  readonly everyMs?: number
}

const EVERY_MS = 2_000
const DAY_MS = 86_400_000
/** Certificates are renewed a month before they expire: this late, the renewal has failed. */
const SOON_DAYS = 14

/**
 * The server's certificate. The files are read again every two seconds instead of watched: a renewal may replace them,
 * the links that lead to them, or the folder above them, each of which a watch can miss.
 *
 * @throws {ConfigError} When the files cannot be read or do not belong together.
 */
export async function openCertificate(
  files: CertificateFiles,
  { timers, logger, now, everyMs = EVERY_MS }: CertificateOptions,
): Promise<Certificate> {
  let pair: CertificatePair
  try {
    pair = await read(files)
  } catch (error) {
    throw new ConfigError(`TLS_CERT=${files.cert} with TLS_KEY=${files.key} cannot be used: ${messageOf(error)}.`)
  }
  let expires = expiryOf(pair)
  /** The last refused state of the files, so that each is logged once. */
  let refused: string | null = null
  let cancel = (): void => undefined

  function warnIfSoon(): void {
    const days = Math.floor((expires - now()) / DAY_MS)
    if (days < SOON_DAYS) logger.warn({ days }, 'the TLS certificate expires soon, or has expired')
  }

  async function look(renewed: (pair: CertificatePair) => void): Promise<void> {
    try {
      const found = await read(files)
      refused = null
      if (found.cert.equals(pair.cert) && found.key.equals(pair.key)) return
      renewed(found)
      pair = found
      expires = expiryOf(found)
      logger.info({ expires: new Date(expires).toISOString() }, 'the TLS certificate was renewed')
      warnIfSoon()
    } catch (error) {
      const message = messageOf(error)
      if (message === refused) return
      refused = message
      logger.error({ err: error, ...files }, 'the TLS certificate on disk cannot be used; the old one goes on serving')
    }
  }

  warnIfSoon()
  return {
    get pair() {
      return pair
    },
    metrics: [
      new Gauge('tls_certificate_expires_seconds', 'When the TLS certificate expires, Unix time.', () =>
        Math.floor(expires / 1000),
      ),
    ],
    watch(renewed) {
      let looking: Promise<void> | null = null
      cancel = timers.every(everyMs, () => {
        looking ??= look(renewed).finally(() => {
          looking = null
        })
      })
    },
    stop: () => cancel(),
  }
}

/** Rejects when a file cannot be read, or when the key is not the certificate's. */
async function read(files: CertificateFiles): Promise<CertificatePair> {
  const [cert, key] = await Promise.all([readFile(files.cert), readFile(files.key)])
  createSecureContext({ cert, key })
  return { cert, key }
}

const expiryOf = ({ cert }: CertificatePair): number => new X509Certificate(cert).validToDate.getTime()

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
