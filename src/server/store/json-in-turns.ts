import { setImmediate as nextTurn } from 'node:timers/promises'

/** Items of a list that are written in one turn. */
const AT_ONCE = 250
/** How deep below the value a long list is looked for. */
const DEPTH = 3

/**
 * The value as JSON, like `JSON.stringify`. Long lists are written in turns, between which the node does other work: a
 * state of ten thousand lots would hold it up for a tenth of a second. The value must not change meanwhile.
 */
export async function jsonInTurns(value: unknown): Promise<string> {
  const parts: string[] = []
  await write(value, DEPTH)
  return parts.join('')

  async function write(one: unknown, depth: number): Promise<void> {
    if (Array.isArray(one) && one.length > AT_ONCE) return writeList(one)
    if (depth === 0 || !isPlain(one)) return void parts.push(JSON.stringify(one))
    let sign = '{'
    for (const [key, field] of Object.entries(one)) {
      if (field === undefined || typeof field === 'function' || typeof field === 'symbol') continue
      parts.push(sign, JSON.stringify(key), ':')
      await write(field, depth - 1)
      sign = ','
    }
    parts.push(sign === '{' ? '{}' : '}')
  }

  async function writeList(list: readonly unknown[]): Promise<void> {
    for (let i = 0; i < list.length; i += AT_ONCE) {
      parts.push(i === 0 ? '[' : ',', JSON.stringify(list.slice(i, i + AT_ONCE)).slice(1, -1))
      await nextTurn()
    }
    parts.push(']')
  }
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value)
