import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { MADE } from '../../../src/server/build.ts'
import type { Planted } from '../proof.ts'

/** Everything else is copied. The packages are linked. */
const LEFT_OUT = new Set(['.git', 'node_modules', 'data', 'coverage', 'test-results', 'playwright-report', '.tanstack'])

/** A copy of the sources, with the built app, in which faults are planted one after another. */
export class Copy {
  readonly root: string

  private constructor(root: string) {
    this.root = root
  }

  static of(root: string): Copy {
    const copy = new Copy(mkdtempSync(join(tmpdir(), 'planted-')))
    cpSync(root, copy.root, {
      recursive: true,
      filter: (path) => path === root || !LEFT_OUT.has(basename(path)) || !isAtTop(root, path),
    })
    symlinkSync(join(root, 'node_modules'), join(copy.root, 'node_modules'))
    copy.#keepBuild()
    return copy
  }

  /** Plants a fault; returns what takes it out again. Throws where a replacement does not fit the sources any more. */
  plant({ changes }: Planted): () => void {
    const before = new Map<string, string>()
    for (const change of changes) {
      const path = join(this.root, change.file)
      const text = readFileSync(path, 'utf8')
      if (!before.has(path)) before.set(path, text)
      writeFileSync(path, replaced(text, change))
    }
    this.#keepBuild()
    return () => {
      for (const [path, text] of before) writeFileSync(path, text)
      this.#keepBuild()
    }
  }

  /** The built app passes for new: none of these proofs opens it in a browser. */
  #keepBuild(): void {
    const now = new Date()
    for (const file of MADE) {
      const path = join(this.root, file)
      if (statSync(path, { throwIfNoEntry: false })) utimesSync(path, now, now)
    }
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}

const isAtTop = (root: string, path: string): boolean => join(root, basename(path)) === path

/** The text with a change made. Throws unless what it replaces is there exactly once. */
export function replaced(text: string, { file, from, to }: Planted['changes'][number]): string {
  const found = text.split(from).length - 1
  if (found !== 1) throw new Error(`${file} has ${found} times, and not once:\n${from}`)
  return text.replace(from, () => to)
}
