import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encode, LARGE, THUMB, type Raster } from './encode.ts'
import type { Work } from '../work/work.ts'
import { fileName, FORMATS, parseName, parseStem, uploadedFile, type PictureName } from './names.ts'

/** A picture as a finished file. */
interface PictureFile {
  readonly path: string
  readonly type: string
  readonly size: number
}

export interface Pictures {
  /** The file of that name, drawn first if necessary; `null`: unknown. */
  find(name: string): Promise<PictureFile | null>
  /** Draws missing pictures at low priority. */
  warm(names: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** Draws pictures from their names. */
export interface Easel {
  draw(stem: string, width: number): Promise<Raster>
  close(): Promise<void>
}

interface PicturesOptions {
  readonly easel: Easel
  /** The folder `DATA_DIR/pictures`. */
  readonly dir: string
  /** Whether a lot uses this picture (file name). Without this check requests could fill the disk with drawings. */
  readonly known: (name: string) => Promise<boolean>
  /** The picture of an uploaded file, if it is public. */
  readonly uploaded: (fileId: string) => Promise<Raster | null>
  readonly work: Work
}

/** The picture's name in the lot's row, for any format and size. */
const drawnAs = (stem: string): string => fileName({ stem, thumb: false, format: 'avif' })

/**
 * Thumbnails are drawn larger and scaled down, to keep fine grain quiet; at large size the difference is invisible and
 * costs double time.
 */
const DRAWN = { thumb: 320, large: LARGE.width } as const

export function openPictures({ dir, known, easel, uploaded, work }: PicturesOptions): Pictures {
  const underWay = new Map<string, Promise<PictureFile | null>>()
  let closed = false

  async function rasterOf({ stem, thumb }: PictureName): Promise<Raster | null> {
    const fileId = uploadedFile(stem)
    return fileId === null ? easel.draw(stem, thumb ? DRAWN.thumb : DRAWN.large) : uploaded(fileId)
  }

  async function make(name: PictureName): Promise<PictureFile | null> {
    const bytes = await work.do('picture', { line: name.stem }, async () => {
      const drawn = await rasterOf(name)
      return drawn && encode(drawn, name.thumb ? THUMB : LARGE, name.format)
    })
    if (!bytes) return null
    await mkdir(dir, { recursive: true })
    const path = join(dir, fileName(name))
    // Renamed when complete: readers never see half a file, and two nodes on one folder do not collide.
    const part = `${path}.${randomUUID()}.part`
    try {
      await writeFile(part, bytes)
      await rename(part, path)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
    return { path, type: FORMATS[name.format], size: bytes.length }
  }

  function once(key: string, name: PictureName): Promise<PictureFile | null> {
    const running = underWay.get(key) ?? make(name).finally(() => underWay.delete(key))
    underWay.set(key, running)
    return running
  }

  async function find(wanted: string): Promise<PictureFile | null> {
    const name = parseName(wanted)
    if (!name) return null
    const path = join(dir, fileName(name))
    const there = await stat(path).catch(() => null)
    if (there?.isFile()) return { path, type: FORMATS[name.format], size: there.size }
    if (closed) return null
    if (uploadedFile(name.stem) === null && !(parseStem(name.stem) && (await known(drawnAs(name.stem))))) return null
    return once(fileName(name), name)
  }

  return {
    find,
    async warm(names) {
      for (const name of names) {
        try {
          if (!closed) await find(name)
        } catch (error) {
          // Closing cuts the drawing short.
          if (!closed) throw error
        }
      }
    },
    async close() {
      closed = true
      await easel.close()
      await Promise.allSettled(underWay.values())
    },
  }
}
