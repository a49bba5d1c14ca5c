import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { watchStandIns } from './standIns.ts'

let end: () => void
beforeEach(() => {
  end = watchStandIns(document)
})
afterEach(() => {
  end()
  cleanup()
})

/** The observers have been told. */
const told = () => new Promise((resolve) => setTimeout(resolve))

const inFont = (text: string): HTMLElement => {
  const font = document.createElement('font')
  font.textContent = `[${text}]`
  return font
}
/** As translators put their words in place of a text. */
const WAYS: Readonly<Record<string, (node: Text) => void>> = {
  'at once': (node) => node.replaceWith(inFont(node.data)),
  'before it': (node) => {
    node.before(inFont(node.data))
    node.remove()
  },
  'behind it': (node) => {
    node.after(inFont(node.data))
    node.remove()
  },
}
function translate(element: Element, way: (node: Text) => void): void {
  for (const node of Array.from(element.childNodes)) if (node instanceof Text) way(node)
}

const Left = ({ lots }: { readonly lots: number }) => (
  <p data-testid="left">
    {lots} lots <b>of 12</b> are left for {lots} buyers
  </p>
)
const shown = () => screen.getByTestId('left').textContent

for (const [name, way] of Object.entries(WAYS))
  it(`44.2 a translated text says what the app writes next, when its translation was put ${name}`, async () => {
    const { rerender } = render(<Left lots={3} />)
    translate(screen.getByTestId('left'), way)
    await told()
    expect(shown()).toBe('[3][ lots ]of 12[ are left for ][3][ buyers]')
    rerender(<Left lots={2} />)
    await told()
    expect(shown()).toBe('2[ lots ]of 12[ are left for ]2[ buyers]')
    // Translated again, and written again.
    translate(screen.getByTestId('left'), way)
    await told()
    rerender(<Left lots={1} />)
    await told()
    expect(shown()).toBe('1[ lots ]of 12[ are left for ]1[ buyers]')
  })

for (const [name, way] of Object.entries(WAYS))
  it(`44.2 a translated text goes, and another comes before it, without a fault, when it was put ${name}`, async () => {
    const Said = ({ isBusy, isKnown }: { readonly isBusy: boolean; readonly isKnown: boolean }) => (
      <output data-testid="left">
        {isKnown && <b>Known</b>}
        {isBusy ? 'Sending…' : null}
      </output>
    )
    const { rerender } = render(<Said isBusy isKnown={false} />)
    translate(screen.getByTestId('left'), way)
    await told()
    rerender(<Said isBusy isKnown />)
    expect(shown()).toBe('Known[Sending…]')
    rerender(<Said isBusy={false} isKnown />)
    expect(shown()).toBe('Known')
    rerender(<Said isBusy isKnown={false} />)
    expect(shown()).toBe('Sending…')
  })

it('a text whose element has gone meanwhile does not come back', async () => {
  const { rerender } = render(<Left lots={3} />)
  const paragraph = screen.getByTestId('left')
  translate(paragraph, (node) => node.replaceWith(inFont(node.data)))
  await told()
  paragraph.querySelector('font')?.remove()
  rerender(<Left lots={2} />)
  await told()
  expect(shown()).toBe('[ lots ]of 12[ are left for ]2[ buyers]')
})
