import type { Plugin, Rolldown } from 'vite'
import { inlinedStyle } from './inlined-style.ts'
import { AFTER_HOME } from './offline-files.ts'

type OutputBundle = Readonly<Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>>

/**
 * Builds `dist/app/index.html`: inlines the styles, and preloads the scripts' imports in parallel instead of one after
 * the other.
 */
export function firstPage(): Plugin {
  return {
    name: 'first-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => (bundle ? withLater(withTexts(withStyles(html, bundle), bundle), bundle) : html),
    },
  }
}

function withStyles(html: string, bundle: OutputBundle): string {
  return html.replaceAll(
    /\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g,
    (_, file: string) => `\n    ${inlinedStyle(file, bundle[file])}`,
  )
}

/** Links the texts of each language; the server keeps the link of the reader's language. */
function withTexts(html: string, bundle: OutputBundle): string {
  const links = Object.values(bundle).flatMap((file) => {
    const locale =
      file.type === 'chunk' ? /^\0virtual:first-texts\/(zh|en)$/.exec(file.facadeModuleId ?? '')?.[1] : undefined
    return locale === undefined
      ? []
      : [`<!--${locale}<link rel="modulepreload" crossorigin href="/${file.fileName}">${locale}-->`]
  })
  if (links.length !== 2) throw new Error('the texts of the first page are not in the bundle')
  return html.replace('</head>', () => `  ${links.join('')}\n  </head>`)
}

/** Preloads for every page except the home page: the server strips them when it writes the home page. */
function withLater(html: string, bundle: OutputBundle): string {
  const files = new Set<string>()
  const take = (name: string): void => {
    const file = bundle[name]
    if (file?.type !== 'chunk' || files.has(name) || html.includes(`"/${name}"`)) return
    files.add(name)
    file.imports.forEach(take)
  }
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.moduleIds.some((id) => AFTER_HOME.test(id))) take(file.fileName)
  const links = Array.from(files, (name) => `    <link rel="modulepreload" crossorigin href="/${name}" data-later>\n`)
  return html.replace('</head>', () => `${links.join('')}  </head>`)
}
