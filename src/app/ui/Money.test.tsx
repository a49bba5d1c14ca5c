import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Money } from './Money.tsx'

afterEach(cleanup)

/** As a browser's translation does it: each text's own node leaves the page. */
function translate(root: Element): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Node[] = []
  while (walker.nextNode()) texts.push(walker.currentNode)
  for (const text of texts) {
    const font = document.createElement('font')
    font.textContent = text.nodeValue
    text.parentNode?.replaceChild(font, text)
  }
}

it('44.2 an amount among words is replaced where a translator took both out of the page', () => {
  const hint = (amount: string) => (
    <p>
      From <Money amount={amount} currency="CNY" />, in steps of <Money amount="10.00" currency="CNY" />
    </p>
  )
  const { container, rerender } = render(hint('1000.00'))
  translate(container)
  rerender(hint('1050.00'))
  expect(container.textContent).toBe('From ¥1,050.00, in steps of ¥10.00')
})
