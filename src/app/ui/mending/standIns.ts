/**
 * Lets the app go on writing a page that another program translates. A translator puts elements of its own in place of a
 * text, whose node leaves the page, while React still writes into that node, removes it, and inserts beside it. The
 * element stands in for the text: it is removed in its place, and makes way for it as soon as the text says something
 * new, which the translator then translates. Returns a function that ends this.
 */
export function watchStandIns({ body }: Document): () => void {
  const standIns = new WeakMap<Node, ChildNode>()
  const known = new WeakSet<Node>()
  const standInOf = (text: Node, parent: Node): ChildNode | null => {
    const standIn = text.parentNode === parent ? null : standIns.get(text)
    return standIn?.parentNode === parent ? standIn : null
  }

  const written = new MutationObserver((list) => {
    for (const { target } of list) {
      const standIn = target.isConnected ? null : standIns.get(target)
      if (standIn?.isConnected) standIn.replaceWith(target)
    }
  })
  const taken = new MutationObserver((list) => {
    for (const record of list)
      for (const text of record.removedNodes) {
        if (!(text instanceof Text) || text.isConnected) continue
        const standIn = [record.addedNodes[0], record.previousSibling, record.nextSibling].find(
          (node) => isFont(node) && !known.has(node),
        )
        if (!isFont(standIn)) continue
        known.add(standIn)
        standIns.set(text, standIn)
        written.observe(text, { characterData: true })
        if (!known.has(record.target)) heedStandIns(record.target, standInOf)
        known.add(record.target)
      }
  })
  taken.observe(body, { childList: true, subtree: true })
  return () => {
    taken.disconnect()
    written.disconnect()
  }
}

/** What React calls on this parent finds the stand-in of a text where it would fail on the text, or show both. */
function heedStandIns(parent: Node, standInOf: (text: Node, parent: Node) => ChildNode | null): void {
  const { prototype } = Node
  Object.assign(parent, {
    removeChild: (child: Node) => {
      const standIn = standInOf(child, parent)
      if (standIn === null) return prototype.removeChild.call(parent, child)
      standIn.remove()
      return child
    },
    insertBefore: (node: Node, before: Node | null) => {
      standInOf(node, parent)?.remove()
      return prototype.insertBefore.call(parent, node, (before && standInOf(before, parent)) ?? before)
    },
    appendChild: (node: Node) => {
      standInOf(node, parent)?.remove()
      return prototype.appendChild.call(parent, node)
    },
  })
}

/** Translators put `<font>` in place of a text: at once, or beside it before they take the text away. */
const isFont = (node: Node | null | undefined): node is HTMLElement =>
  node instanceof HTMLElement && node.localName === 'font'
