import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { FACES } from './fonts.ts'
import { fieldName } from './fields.ts'
import type { Printed, Printing } from './press.ts'
import { cutIn, readPages, wantedOf } from './read-back.ts'

const TEMPLATES = fileURLToPath(new URL('./typst', import.meta.url))

/** As the templates read it. */
const families = JSON.stringify(FACES.map(({ family }) => family))

const said = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** One compiler for all documents of the thread, so that fonts are read once. */
function openCompiler(): () => Promise<NodeCompiler> {
  let made: NodeCompiler | null = null
  return async () => {
    if (made) return made
    const typst = await import('@myriaddreamin/typst-ts-node-compiler')
    made = typst.NodeCompiler.create({
      workspace: TEMPLATES,
      fontArgs: [{ fontPaths: FACES.flatMap(({ files }) => files) }],
    })
    return made
  }
}

async function print(compiler: () => Promise<NodeCompiler>, { template, data, at }: Printing): Promise<Printed> {
  let typst: NodeCompiler
  try {
    typst = await compiler()
  } catch (error) {
    return { kind: 'unavailable', why: said(error) }
  }
  try {
    const compiled = typst.compile({ mainFilePath: join(TEMPLATES, `${template}.typ`), inputs: { data, families } })
    const { result } = compiled
    if (!result) {
      const failure = compiled.takeError()
      return { kind: 'failed', why: failure ? JSON.stringify(typst.fetchDiagnostics(failure)) : 'nothing was set' }
    }
    const bytes = new Uint8Array(typst.pdf(result, { creationTimestamp: at }))
    const given: unknown = JSON.parse(data)
    // The reader takes the bytes that it is given.
    const cut = cutIn(await readPages(bytes.slice()), wantedOf(given))
    if (cut) return { kind: 'cut', field: fieldName(cut.path, given), text: cut.text }
    return { kind: 'printed', bytes }
  } catch (error) {
    return { kind: 'failed', why: said(error) }
  } finally {
    // Cached texts of one document are useless for the next.
    typst.evictCache(10)
  }
}

const compiler = openCompiler()
parentPort?.on('message', (printing: Printing) => {
  void print(compiler, printing).then((printed) => parentPort?.postMessage(printed))
})
