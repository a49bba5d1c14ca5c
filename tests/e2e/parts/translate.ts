/**
 * As a browser translates: each text, new ones too, moves into elements of its own, and its node leaves the page.
 * `heeds`: it leaves out what says `translate="no"`, as Chrome does; others do not.
 */
export function translate(heeds: boolean): void {
  const SKIPPED = /^(?:SCRIPT|STYLE|TEXTAREA|INPUT|NOSCRIPT)$/
  const isSkipped = (node: Node): boolean => {
    for (let element = node.parentElement; element; element = element.parentElement)
      if (element.tagName === 'FONT' || SKIPPED.test(element.tagName) || (heeds && !element.translate)) return true
    return false
  }
  const wrap = (node: Node): void => {
    if (node.nodeValue?.trim() === '' || isSkipped(node)) return
    const font = document.createElement('font')
    font.textContent = node.nodeValue
    node.parentNode?.replaceChild(font, node)
  }
  const all = (root: Node): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const nodes: Node[] = []
    while (walker.nextNode()) nodes.push(walker.currentNode)
    for (const node of nodes) wrap(node)
  }
  all(document.body)
  new MutationObserver((list) => {
    for (const { addedNodes } of list)
      for (const node of addedNodes)
        if (node.nodeType === Node.TEXT_NODE) wrap(node)
        else if (node.nodeName !== 'FONT') all(node)
  }).observe(document.body, { childList: true, subtree: true })
}
