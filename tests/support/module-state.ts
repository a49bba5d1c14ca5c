/**
 * Finds module-level values that change: data that one reader's page leaves there would reach the next reader's page.
 * The formatter begins every top-level statement in the first column, so such a line begins a statement.
 */
const BINDING = /^(?:export )?(?:let|var) (\w+)/
const CONSTANT = /^(?:export )?const (\w+)(?:: ([^=]*?))? = (.*)$/
/** Containers of changing values. `createContext` and the router's `create…Route` do not. */
const HOLDER =
  /^(?:create(?!Context\b|FileRoute\b|RootRoute)[A-Z]\w*[(<]|new (?:WeakMap|WeakSet|AbortController|BroadcastChannel|QueryClient|Queries)\b|new (?:Map|Set)(?:<.*>)?\(\)|\[\]|\{\}(?! as const))/
const READONLY = /^(?:readonly |Readonly|\(|typeof )/

const isChanged = (name: string, text: string): boolean =>
  new RegExp(
    String.raw`(?<![\w.])${name}(?:\.(?:set|add|delete|clear|push|pop|shift|unshift|splice)\(|\.\w+ (?:[-+?|&]*)= |\[[^\]]*\] = |\.\w+(?:\+\+|--))`,
  ).test(text)

/** The names of a module's values that may change. */
export function moduleState(text: string): string[] {
  const joined = text.replaceAll(/ =\n\s+/g, ' = ')
  return joined.split('\n').flatMap((line) => {
    const binding = BINDING.exec(line)?.[1]
    if (binding !== undefined) return [binding]
    const [, name, type = '', value = ''] = CONSTANT.exec(line) ?? []
    if (name === undefined) return []
    const holds = HOLDER.test(value) && !READONLY.test(type)
    return holds || isChanged(name, joined) ? [name] : []
  })
}
