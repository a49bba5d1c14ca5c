/**
 * Moves these ids, in their order, in front of another (`null`: to the end). `null`: an id is missing, or an id would
 * be in front of itself.
 */
export function movedInFront(
  ids: readonly string[],
  moved: readonly string[],
  before: string | null,
): readonly string[] | null {
  const moving = new Set(moved)
  const known = new Set(ids)
  if (moving.size !== moved.length || moved.some((id) => !known.has(id))) return null
  if (before !== null && (moving.has(before) || !known.has(before))) return null
  const rest = ids.filter((id) => !moving.has(id))
  const at = before === null ? rest.length : rest.indexOf(before)
  return [...rest.slice(0, at), ...moved, ...rest.slice(at)]
}
