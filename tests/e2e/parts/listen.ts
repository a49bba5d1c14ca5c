/** What a page's live regions and its focus did, as the page reports it. */
export type Heard =
  | { readonly kind: 'said'; readonly at: number; readonly urgent: boolean; readonly text: string }
  | { readonly kind: 'unheard'; readonly at: number; readonly text: string }
  | { readonly kind: 'focus'; readonly at: number }

export const REPORT = 'reportHeard'

/**
 * Runs in the page before its own scripts: reports the text that live regions gain, as a screen reader gets it. A region
 * counts from the mutation after the one that brought it (an alert at once); one that is inert, hidden, or outside an
 * open modal dialog says nothing.
 */
export function listen(report: string): void {
  const LIVE = '[aria-live],[role=alert],[role=status],[role=log],output'
  const known = new WeakSet<Element>()
  const tell = (heard: object): void => {
    const send: unknown = Reflect.get(window, report)
    if (typeof send === 'function') Reflect.apply(send, window, [heard])
  }
  const roleOf = (region: Element): string =>
    region.getAttribute('role') ?? (region.localName === 'output' ? 'status' : '')
  const livenessOf = (region: Element): string =>
    region.getAttribute('aria-live') ?? (roleOf(region) === 'alert' ? 'assertive' : 'polite')
  const isAtomic = (region: Element): boolean =>
    (region.getAttribute('aria-atomic') ?? String(['alert', 'status'].includes(roleOf(region)))) === 'true'

  /** An element without a box of its own is shown as the one around it is. */
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) ||
    (getComputedStyle(element).display === 'contents' &&
      element.parentElement !== null &&
      isShown(element.parentElement))
  const textOf = (node: Node): string => {
    if (node instanceof Text) return node.data
    if (!(node instanceof Element)) return ''
    if (node.getAttribute('aria-hidden') === 'true' || !isShown(node)) return ''
    const label = node.getAttribute('aria-label') ?? node.getAttribute('alt')
    if (label !== null) return label
    const inside = Array.from(node.childNodes, textOf).join('')
    return getComputedStyle(node).display.startsWith('inline') ? inside : ` ${inside} `
  }
  const isHeard = (region: Element): boolean => {
    if (region.closest('[inert],[aria-hidden="true"]') || !isShown(region)) return false
    const modal = Array.from(document.querySelectorAll('dialog:modal')).at(-1)
    return modal === undefined || modal.contains(region)
  }

  /** Regions that gained text, with the nodes that brought it. */
  const gained = (changes: readonly MutationRecord[]): ReadonlyMap<Element, Set<Node>> => {
    const all = new Map<Element, Set<Node>>()
    for (const { type, target, addedNodes } of changes)
      for (const node of type === 'characterData' ? [target] : addedNodes) {
        const around = node instanceof Element ? node : node.parentElement
        const region = around?.closest(LIVE)
        if (!region || !node.isConnected) continue
        all.set(region, (all.get(region) ?? new Set()).add(node))
      }
    return all
  }
  const remember = (changes: readonly MutationRecord[]): void => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof Element)
          for (const region of [...(node.matches(LIVE) ? [node] : []), ...node.querySelectorAll(LIVE)])
            known.add(region)
  }

  new MutationObserver((changes) => {
    for (const [region, nodes] of gained(changes)) {
      const liveness = livenessOf(region)
      if (liveness === 'off') continue
      const isNew = !known.has(region) && roleOf(region) !== 'alert'
      // A node that came with another one is in its text.
      const own = [...nodes].filter((node) => ![...nodes].some((one) => one !== node && one.contains(node)))
      const text = (isAtomic(region) ? textOf(region) : own.map(textOf).join(' ')).replaceAll(/\s+/g, ' ').trim()
      if (text === '') continue
      tell(
        isNew || !isHeard(region)
          ? { kind: 'unheard', at: Date.now(), text }
          : { kind: 'said', at: Date.now(), urgent: liveness === 'assertive', text },
      )
    }
    remember(changes)
  }).observe(document, { subtree: true, childList: true, characterData: true })
  document.addEventListener('focusin', () => tell({ kind: 'focus', at: Date.now() }), true)
}
