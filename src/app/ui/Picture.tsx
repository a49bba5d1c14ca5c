import { useEffect, useState, type CSSProperties } from 'react'
import { API_BASE } from '../../contract/constants.ts'
import type { Swatch } from '../../contract/swatches.ts'
import { useSaveData } from '../lib/saveData.ts'
import { classes } from './classes.ts'
import css from './Picture.module.css'

interface PictureProps {
  /** As the server returned it: a path below /prod-api, or an absolute address. */
  readonly src: string | null
  /** The wood's colour, shown until the picture is loaded, and instead of a missing one. */
  readonly swatch?: Swatch | undefined
  readonly alt: string
  /** width / height; null fills the container. */
  readonly ratio?: number | null
  readonly className?: string | undefined
  /** The page's main picture: loaded eagerly, not lazily. */
  readonly eager?: boolean
  /** Requested by the reader: loads even with the data saver on. */
  readonly wanted?: boolean
}

/** The server serves uploaded files below the base path, unless the address is absolute (spec §7). */
export const fileAddress = (path: string): string =>
  /^(https?:|mailto:|tel:)/i.test(path) || path.startsWith(`${API_BASE}/`)
    ? path
    : `${API_BASE}/${path.replace(/^\//, '')}`

const USUAL = 4 / 3

/** Delays before retries: the server may still be making the picture (202), or the link may be lost for a moment. */
const AGAIN_MS = [2_000, 6_000, 18_000] as const

interface Tries {
  readonly src: string | null
  readonly failed: number
  readonly waiting: boolean
}

/** A picture on the wood's own colour and grain, which stay when there is no picture. */
export function Picture({ src, swatch, alt, ratio = USUAL, className, eager = false, wanted = false }: PictureProps) {
  const saving = useSaveData() && !wanted
  const [tries, setTries] = useState<Tries>({ src, failed: 0, waiting: false })
  const { failed, waiting } = tries.src === src ? tries : { failed: 0, waiting: false }
  useEffect(() => {
    if (!waiting) return
    const again = setTimeout(() => setTries({ src, failed, waiting: false }), AGAIN_MS[failed - 1])
    return () => clearTimeout(again)
  }, [src, failed, waiting])
  const style: CSSProperties = ratio === null || ratio === USUAL ? {} : { aspectRatio: String(ratio) }
  const none = src === null || failed > AGAIN_MS.length
  return (
    <span className={classes(css.picture, ratio === USUAL && css.usual, className)} style={style} data-timber={swatch}>
      {none || waiting || saving ? (
        alt && <span className="visually-hidden">{alt}</span>
      ) : (
        <img
          src={fileAddress(src)}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setTries({ src, failed: failed + 1, waiting: failed < AGAIN_MS.length })}
        />
      )}
    </span>
  )
}
