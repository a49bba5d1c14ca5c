import { join } from 'node:path'
import { rolldown } from 'rolldown'
import type { Plugin } from 'vite'

/** Scripts of `src/app/boot/inline`: each is built alone, minified and inlined in the page. */
const NAMES = ['look', 'lost', 'earlyPress', 'afterPaint'] as const
type Name = (typeof NAMES)[number]

const MODULE = 'virtual:boot-scripts'
/** The placeholder in index.html: `<script data-boot="lost"></script>`. */
const PLACE = /<script data-boot="(\w+)"><\/script>/g

/**
 * Inlines the scripts in `index.html`, and exports them to the server build, which writes them into its pages
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
        // `data-boot` stays in the page: the server finds the scripts to leave out by it.
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
