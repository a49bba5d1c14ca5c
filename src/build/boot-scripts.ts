import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { Plugin } from 'vite'

/** Scripts of `src/app/boot/inline`: built alone, minified, and put into the page itself. */
const NAMES = ['look', 'lost', 'earlyPress', 'afterPaint'] as const
type Name = (typeof NAMES)[number]

const MODULE = 'virtual:boot-scripts'
/** `<script data-boot="lost"></script>` of index.html. */
const PLACE = /<script data-boot="(\w+)"><\/script>/g

/**
 * Fills the places of `index.html`, and gives the server's side of the build the scripts that it writes into pages
 * (`virtual:boot-scripts`: name → text).
 */
export function bootScripts(): Plugin {
  let folder = ''
  const made = new Map<Name, Promise<string>>()
  const script = (name: Name): Promise<string> => {
    const text = made.get(name) ?? build(join(folder, `${name}.ts`))
    made.set(name, text)
    return text
  }
  return {
    name: 'boot-scripts',
    configResolved({ root }) {
      folder = join(root, 'src/app/boot/inline')
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null
      const texts = await Promise.all(NAMES.map(async (name) => [name, await script(name)] as const))
      return `export default ${JSON.stringify(Object.fromEntries(texts))}`
    },
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        const texts = new Map(
          await Promise.all(
            Array.from(html.matchAll(PLACE), async ([, name]) => [name, await script(nameOf(name))] as const),
          ),
        )
        // `data-boot` stays: the server uses it to find scripts to leave out.
        return html.replaceAll(PLACE, (_, name: string) => `<script data-boot="${name}">${texts.get(name)}</script>`)
      },
    },
  }
}

function nameOf(name: string | undefined): Name {
  const known = NAMES.find((one) => one === name)
  if (!known) throw new Error(`index.html asks for the boot script ${name}, which there is not`)
  return known
}

async function build(input: string): Promise<string> {
  const bundle = await rolldown({ input, logLevel: 'warn' })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  await bundle.close()
  const [{ code }] = output
  if (code.includes('</script')) throw new Error(`${input} would end the element that it stands in`)
  return code.trim()
}
