import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { sayIn, VoiceRegions } from './VoiceRegions.tsx'

afterEach(cleanup)

const heard = (within: Element | null, live: string) =>
  [...(within?.querySelectorAll(`[data-voice][aria-live=${live}]`) ?? [])]
    .filter((region) => region.closest('dialog') === (within?.closest('dialog') ?? null))
    .map(({ textContent }) => textContent)

const page = (...open: readonly string[]) => (
  <div id="page">
    <VoiceRegions />
    {open.map((id) => (
      <dialog key={id} id={id} open>
        <button type="button">x</button>
        <VoiceRegions />
      </dialog>
    ))}
  </div>
)
const at = (id: string) => document.getElementById(id)

test('a text is heard in the page, each time as a new one', () => {
  render(page())
  sayIn(document, 'polite', 'now')
  const first = document.querySelector('span')
  sayIn(document, 'polite', 'now')
  expect(heard(at('page'), 'polite')).toEqual(['now'])
  expect(document.querySelector('span')).not.toBe(first)
  sayIn(document, 'assertive', 'outbid')
  expect([heard(at('page'), 'polite'), heard(at('page'), 'assertive')]).toEqual([[''], ['outbid']])
  sayIn(document, 'assertive', null)
  expect(heard(at('page'), 'assertive')).toEqual([''])
})

test('behind an open dialog nothing is heard, so it is said in the one that has the focus', () => {
  render(page('below', 'above'))
  at('below')!.querySelector('button')!.focus()
  sayIn(document, 'assertive', 'outbid')
  expect([heard(at('page'), 'assertive'), heard(at('below'), 'assertive'), heard(at('above'), 'assertive')]).toEqual([
    [''],
    ['outbid'],
    [''],
  ])
})

test('without a focus in any, the dialog that was opened last hears it', () => {
  render(page('below', 'above'))
  sayIn(document, 'polite', 'sold')
  expect(heard(at('above'), 'polite')).toEqual(['sold'])
})
