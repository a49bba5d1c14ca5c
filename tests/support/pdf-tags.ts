import { inflateSync } from 'node:zlib'
import { getDocumentProxy } from 'unpdf'

interface Node {
  readonly role?: string
  readonly type?: string
  readonly id?: string
  readonly children?: readonly Node[]
}

/** What assistive technology reads of a PDF: title, language, and headings with their words, in order. */
export async function tagsOf(pdf: Uint8Array) {
  const document = await getDocumentProxy(pdf.slice())
  const { info } = (await document.getMetadata()) as { info: { Title?: string; Language?: string } }
  const headings: (readonly [role: string, words: string])[] = []
  const roles = new Set<string>()
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const words = await wordsByMark(page)
    const walk = (node: Node): void => {
      if (node.role !== undefined) roles.add(node.role)
      if (node.role !== undefined && /^H\d$/.test(node.role)) headings.push([node.role, textOf(node, words)])
      else node.children?.forEach(walk)
    }
    const tree = (await page.getStructTree()) as Node | null
    if (tree) walk(tree)
  }
  return { title: info.Title, language: info.Language, headings, roles, languages: languagesOf(pdf) }
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

/** The words of each piece of marked content. */
async function wordsByMark(page: Page): Promise<ReadonlyMap<string, string>> {
  const { items } = await page.getTextContent({ includeMarkedContent: true })
  const words = new Map<string, string>()
  const open: (string | undefined)[] = []
  for (const item of items) {
    if ('str' in item) {
      const id = open.findLast((one) => one !== undefined)
      if (id !== undefined) words.set(id, (words.get(id) ?? '') + item.str)
    } else if (item.type === 'endMarkedContent') open.pop()
    else open.push((item as { readonly id?: string }).id)
  }
  return words
}

const textOf = ({ id, children = [] }: Node, words: ReadonlyMap<string, string>): string =>
  ((id === undefined ? '' : (words.get(id) ?? '')) + children.map((child) => textOf(child, words)).join(' '))
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Languages that the pages' texts are marked with, and how often. */
function languagesOf(pdf: Uint8Array): ReadonlyMap<string, number> {
  const bytes = Buffer.from(pdf)
  const found = new Map<string, number>()
  for (const { index, 0: head } of bytes.toString('latin1').matchAll(/stream\r?\n/g)) {
    const content = inflated(bytes.subarray(index + head.length))
    for (const [, language = ''] of content.matchAll(/\/Lang ?\(([\w-]+)\)/g))
      found.set(language, (found.get(language) ?? 0) + 1)
  }
  return found
}

function inflated(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1')
  } catch {
    // A font or a picture, which is packed in another way.
    return ''
  }
}
