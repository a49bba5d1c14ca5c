import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, traverse, types as t } from '@babel/core'
import { formatter } from '@lingui/format-po'
import { expect, test } from 'vitest'
import { SCREENS } from '../../../src/contract/screens.ts'

// The specification's tables run in Chinese with every change and in English as a proof (`parts/languages.ts`): here
// the English words beside each Chinese text are compared with the app's translation of it.

const ROOT = join(import.meta.dirname, '../../..')

interface Pair {
  readonly zh: string
  readonly en: string
}

/** Every text of the product in both languages, with its placeholders. */
async function texts(): Promise<readonly Pair[]> {
  const pairs: Pair[] = []
  for (const path of globSync('src/**/locales/**/zh.po', { cwd: ROOT })) {
    const [zh, en] = [await catalogOf(path), await catalogOf(path.replace(/zh\.po$/, 'en.po'))]
    for (const [id, text] of zh) pairs.push({ zh: text, en: en.get(id) ?? '' })
  }
  return pairs
}

async function catalogOf(path: string): Promise<ReadonlyMap<string, string>> {
  const content = readFileSync(join(ROOT, path), 'utf8')
  const catalog = await formatter().parse(content, { locale: 'zh', sourceLocale: 'en', filename: path })
  return new Map(Object.entries(catalog).map(([id, { message, translation }]) => [id, translation || message || id]))
}

/** The shown text of a message: a pattern, with any words for a placeholder, and those of either branch of a plural. */
function patternOf(message: string): string {
  const text = message.replaceAll(/<\/?\d+\/?>/g, '')
  const open = text.indexOf('{')
  if (open === -1) return RegExp.escape(text)
  let [depth, end] = [1, open + 1]
  for (; depth > 0 && end < text.length; end++) depth += text[end] === '{' ? 1 : text[end] === '}' ? -1 : 0
  const inside = text.slice(open + 1, end - 1)
  const branches = inside.includes(', plural,') ? Array.from(inside.matchAll(/\{((?:[^{}]|\{\w+\})*)\}/g)) : []
  const words = branches.map(([, branch]) => patternOf(branch?.replaceAll('#', '{many}') ?? ''))
  const place = words.length === 0 ? '.+?' : `(?:${words.join('|')})`
  return `${RegExp.escape(text.slice(0, open))}${place}${patternOf(text.slice(end))}`
}
/** The specification's words have no full stop, which some texts add. */
const shown = (message: string): RegExp => new RegExp(`^${patternOf(message.replace(/\.$/, ''))}\\.?$`, 's')

/** Texts that stand beside each other under `zh` and `en`, at the same place of objects and lists. */
function pairsIn(path: string): readonly Pair[] {
  const syntax = parseSync(readFileSync(path, 'utf8'), {
    configFile: false,
    babelrc: false,
    parserOpts: { plugins: ['typescript'] },
  })
  const pairs: Pair[] = []
  const beside = (zh: t.Node | null | undefined, en: t.Node | null | undefined): void => {
    if (!zh || !en) return
    if (t.isTSAsExpression(zh)) beside(zh.expression, en)
    else if (t.isTSAsExpression(en)) beside(zh, en.expression)
    else if (t.isStringLiteral(zh) && t.isStringLiteral(en)) pairs.push({ zh: zh.value, en: en.value })
    else if (t.isArrayExpression(zh) && t.isArrayExpression(en))
      zh.elements.forEach((one, i) => beside(one, en.elements[i]))
    else if (t.isObjectExpression(zh) && t.isObjectExpression(en)) {
      const others = fieldsOf(en)
      for (const [name, one] of fieldsOf(zh)) beside(one, others.get(name))
    }
  }
  if (syntax === null) throw new Error(`${path} has no syntax`)
  traverse(syntax, {
    ObjectExpression({ node }) {
      const fields = fieldsOf(node)
      beside(fields.get('zh'), fields.get('en'))
    },
  })
  return pairs
}

const fieldsOf = ({ properties }: t.ObjectExpression): ReadonlyMap<string, t.Node> =>
  new Map(
    properties.flatMap((one) =>
      t.isObjectProperty(one) && t.isIdentifier(one.key) ? [[one.key.name, one.value] as const] : [],
    ),
  )

const FILES = globSync('tests/e2e/**/*.ts', { cwd: ROOT })
const PRODUCT = [...(await texts()), ...Object.values(SCREENS).map(({ title }) => title)]
const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text)
/** Texts of placeholders alone would fit everything. */
const PATTERNS = PRODUCT.map(({ zh, en }) => ({ zh: shown(zh), en: shown(en) })).filter(({ zh }) => !zh.test('x: y, z'))

test.each(FILES.map((file) => [file]))('%s: English words are the product’s for its Chinese texts', (file) => {
  const wrong = pairsIn(join(ROOT, file)).filter(({ zh, en }) => {
    const known = PATTERNS.filter((text) => text.zh.test(zh))
    // Data of the demo world, or a part of a text.
    return known.length > 0 && !known.some((text) => text.en.test(en))
  })
  expect(wrong).toEqual([])
})

test('most Chinese words of the tables are whole texts of the product', () => {
  const pairs = FILES.flatMap((file) => pairsIn(join(ROOT, file))).filter(({ zh }) => isChinese(zh))
  const known = pairs.filter(({ zh }) => PATTERNS.some((text) => text.zh.test(zh)))
  expect(known.length / pairs.length).toBeGreaterThan(0.8)
})
