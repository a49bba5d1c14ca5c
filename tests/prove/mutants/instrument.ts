import { parseSync, transformFromAstSync, traverse, types as t } from '@babel/core'
import type { NodePath } from '@babel/core'
import type { $ } from './runtime.ts'

/** Length of a mutant's original text in reports. */
export const SHOWN = 70

/**
 * Puts every mutant of a source into one text, each behind a switch, so that one build serves them all ("mutant
 * schemata"). `$` is the runtime beside the sources (runtime.ts): each helper takes the ids of its mutants and the
 * operator's operands.
 */
export interface Mutant {
  readonly id: number
  readonly file: string
  readonly line: number
  /** The function or constant of the module, or the method of a class, that it is in. */
  readonly within: string
  readonly kind: 'comparison' | 'arithmetic' | 'boolean' | 'literal' | 'statement'
  readonly was: string
  readonly becomes: string
}

interface Operator {
  readonly helper: keyof typeof $
  readonly kind: Mutant['kind']
  readonly others: readonly string[]
}
const compares = (helper: Operator['helper'], ...others: readonly string[]): Operator => ({
  helper,
  kind: 'comparison',
  others,
})
const reckons = (helper: Operator['helper'], other: string): Operator => ({
  helper,
  kind: 'arithmetic',
  others: [other],
})
const BINARY: Readonly<Record<string, Operator>> = {
  '<': compares('lt', '<=', '>='),
  '<=': compares('le', '<', '>'),
  '>': compares('gt', '>=', '<='),
  '>=': compares('ge', '>', '<'),
  '===': compares('is', '!=='),
  '!==': compares('isNot', '==='),
  '+': reckons('plus', '-'),
  '-': reckons('minus', '+'),
  '*': reckons('times', '/'),
  '/': reckons('over', '*'),
  '%': reckons('rest', '*'),
  '**': reckons('power', '*'),
}
/** `a += b` and the like, by operator. */
const ASSIGNING: Readonly<Record<string, string>> = { '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=' }
const LOGICAL: Readonly<Record<string, { readonly helper: keyof typeof $; readonly other: string }>> = {
  '&&': { helper: 'and', other: '||' },
  '||': { helper: 'or', other: '&&' },
  '??': { helper: 'else', other: 'left alone' },
}

export function instrument(source: string, file: string, firstId: number): { code: string; mutants: Mutant[] } {
  const ast = parseSync(source, {
    filename: file,
    configFile: false,
    babelrc: false,
    parserOpts: { plugins: ['typescript'], sourceType: 'module' },
  })
  if (!ast) throw new Error(`cannot parse ${file}`)
  const mutants: Mutant[] = []
  const named = ast.program.body.flatMap(namesIn)
  const done = new WeakSet<t.Node>()
  const originals = new WeakMap<t.Node, Pick<Mutant, 'line' | 'was'>>()
  const text = (node: t.Node): string =>
    source
      .slice(node.start ?? 0, node.end ?? 0)
      .replaceAll(/\s+/g, ' ')
      .slice(0, SHOWN)

  const add = (node: t.Node, kind: Mutant['kind'], becomes: string): t.NumericLiteral => {
    const id = firstId + mutants.length
    mutants.push({
      id,
      file,
      within: named.find(({ from, to }) => from <= (node.start ?? 0) && (node.end ?? 0) <= to)?.name ?? '',
      kind,
      becomes,
      ...(originals.get(node) ?? { line: node.loc?.start.line ?? 0, was: text(node) }),
    })
    return made(t.numericLiteral(id))
  }
  const made = <N extends t.Node>(node: N): N => {
    done.add(node)
    return node
  }
  const helper = (name: keyof typeof $, args: t.Expression[]): t.CallExpression =>
    made(t.callExpression(made(t.memberExpression(t.identifier('$'), t.identifier(name))), args))

  traverse(ast, {
    BinaryExpression: {
      exit(path) {
        const { node } = path
        if (done.has(node)) return
        const operator = BINARY[node.operator]
        if (!operator || !t.isExpression(node.left)) return
        const [first, second] = operator.others.map((other) => add(node, operator.kind, other))
        if (!first) return
        path.replaceWith(helper(operator.helper, [first, second ?? made(t.numericLiteral(0)), node.left, node.right]))
        path.skip()
      },
    },
    LogicalExpression: {
      exit(path) {
        const { node } = path
        if (done.has(node)) return
        const { helper: name, other } = LOGICAL[node.operator] ?? {}
        if (!name || other === undefined) return
        path.replaceWith(
          helper(name, [add(node, 'boolean', other), node.left, made(t.arrowFunctionExpression([], node.right))]),
        )
        path.skip()
      },
    },
    UnaryExpression: {
      exit(path) {
        const { node } = path
        if (done.has(node) || node.operator !== '!') return
        path.replaceWith(helper('not', [add(node, 'boolean', 'without !'), node.argument]))
        path.skip()
      },
    },
    'IfStatement|ConditionalExpression': {
      // Recorded before the text inside it is rewritten.
      enter(path: NodePath) {
        const { test } = path.node as t.IfStatement | t.ConditionalExpression
        originals.set(path.node, { line: test.loc?.start.line ?? 0, was: text(test) })
      },
      exit(path: NodePath) {
        const node = path.node as t.IfStatement | t.ConditionalExpression
        if (done.has(node)) return
        done.add(node)
        node.test = helper('test', [add(node, 'boolean', 'true'), add(node, 'boolean', 'false'), node.test])
      },
    } as never,
    NumericLiteral: {
      exit(path) {
        if (done.has(path.node) || !isValue(path)) return
        const literal = made(t.numericLiteral(path.node.value))
        path.replaceWith(
          helper('lit', [
            add(path.node, 'literal', `${path.node.value + 1}`),
            literal,
            made(t.numericLiteral(path.node.value + 1)),
          ]),
        )
        path.skip()
      },
    },
    BigIntLiteral: {
      exit(path) {
        if (done.has(path.node) || !isValue(path)) return
        const next = String(BigInt(path.node.value) + 1n)
        path.replaceWith(
          helper('lit', [
            add(path.node, 'literal', `${next}n`),
            made(t.bigIntLiteral(path.node.value)),
            made(t.bigIntLiteral(next)),
          ]),
        )
        path.skip()
      },
    },
    StringLiteral: {
      exit(path) {
        if (done.has(path.node) || !isValue(path)) return
        const other = path.node.value === '' ? 'mutant' : ''
        path.replaceWith(
          helper('lit', [
            add(path.node, 'literal', `'${other}'`),
            made(t.stringLiteral(path.node.value)),
            made(t.stringLiteral(other)),
          ]),
        )
        path.skip()
      },
    },
    TemplateLiteral: {
      exit(path) {
        if (done.has(path.node) || !isValue(path) || path.parentPath.isTaggedTemplateExpression()) return
        const { node } = path
        done.add(node)
        path.replaceWith(helper('lit', [add(node, 'literal', "''"), node, made(t.stringLiteral(''))]))
        path.skip()
      },
    },
    AssignmentExpression: {
      exit(path) {
        const { node } = path
        const other = ASSIGNING[node.operator]
        if (done.has(node) || other === undefined) return
        const mutated = made(t.assignmentExpression(other, t.cloneNode(node.left), t.cloneNode(node.right)))
        path.replaceWith(
          made(t.conditionalExpression(helper('on', [add(node, 'arithmetic', other)]), mutated, made(node))),
        )
        path.skip()
      },
    },
    UpdateExpression: {
      exit(path) {
        const { node } = path
        if (done.has(node)) return
        const other = node.operator === '++' ? '--' : '++'
        const mutated = made(t.updateExpression(other, t.cloneNode(node.argument), node.prefix))
        path.replaceWith(
          made(t.conditionalExpression(helper('on', [add(node, 'arithmetic', other)]), mutated, made(node))),
        )
        path.skip()
      },
    },
    BooleanLiteral: {
      exit(path) {
        if (done.has(path.node) || !isValue(path)) return
        const { value } = path.node
        path.replaceWith(
          helper('lit', [
            add(path.node, 'literal', String(!value)),
            made(t.booleanLiteral(value)),
            made(t.booleanLiteral(!value)),
          ]),
        )
        path.skip()
      },
    },
    'ExpressionStatement|ReturnStatement|ThrowStatement|ForOfStatement|WhileStatement|ForStatement|ContinueStatement|BreakStatement':
      {
        exit(path: NodePath) {
          const { node } = path
          if (done.has(node) || !t.isStatement(node)) return
          done.add(node)
          // A `break` of a switch only ends the case; without it the next case would run: a mutant like any other.
          const id = add(node, 'statement', 'removed')
          const guarded = made(t.ifStatement(made(t.unaryExpression('!', helper('on', [id]))), node))
          path.replaceWith(guarded)
          path.skip()
        },
      } as never,
  })

  const out = transformFromAstSync(ast, source, {
    configFile: false,
    babelrc: false,
    retainLines: true,
    parserOpts: { plugins: ['typescript'] },
  })
  return { code: out?.code ?? '', mutants }
}

interface Named {
  readonly name: string
  readonly from: number
  readonly to: number
}

function namesIn(statement: t.Statement): readonly Named[] {
  const declared = t.isExportNamedDeclaration(statement) ? statement.declaration : statement
  if (t.isFunctionDeclaration(declared)) return [named(declared.id, declared)]
  if (t.isVariableDeclaration(declared)) return declared.declarations.map((one) => named(one.id, one))
  if (t.isClassDeclaration(declared))
    return declared.body.body.flatMap((member) => ('key' in member ? [named(member.key, member)] : []))
  return []
}

function named(key: t.Node | null | undefined, { start, end }: t.Node): Named {
  const id = t.isPrivateName(key) ? key.id : key
  return { name: t.isIdentifier(id) ? id.name : '', from: start ?? 0, to: end ?? 0 }
}

/**
 * A literal that is evaluated: not part of a type, an import, a directive, a key, or a `case` that TypeScript narrows
 * by.
 */
function isValue(path: NodePath): boolean {
  const { parent, key } = path
  if (t.isTSType(parent) || t.isTSLiteralType(parent) || t.isTSEnumMember(parent) || t.isDirective(parent)) return false
  if (
    t.isImportDeclaration(parent) ||
    t.isExportNamedDeclaration(parent) ||
    t.isExportAllDeclaration(parent) ||
    t.isImportSpecifier(parent)
  )
    return false
  if (t.isObjectProperty(parent) && key === 'key' && !parent.computed) return false
  return path.findParent((p) => p.isTSType() || p.isTSTypeAnnotation()) === null
}
