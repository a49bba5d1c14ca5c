import { beforeEach, describe, expect, it } from 'vitest'
import { takeTyped } from './typed.ts'

const FORM =
  '<form><input name="account"><input name="password" type="password"><input name="agreed" type="checkbox"><select name="lang"><option>zh</option><option>en</option></select></form>'

let root: HTMLElement
let heard: string[]
beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>'
  root = document.querySelector('#root') ?? document.body
  root.innerHTML = FORM
  heard = []
  root.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement) heard.push(`${target.name}=${target.value}`)
  })
})
const field = <Type extends HTMLElement = HTMLInputElement>(name: string): Type => {
  const found = root.querySelector<Type>(`[name=${name}]`)
  if (!found) throw new Error(`no ${name}`)
  return found
}

describe('what is typed while a page comes alive', () => {
  it('is told where the page was taken over', () => {
    field('account').value = 'buyer'
    const tell = takeTyped(root)
    field('account').value = 'buyer3'
    field('password').value = 'secret'
    tell()
    expect(heard).toEqual(expect.arrayContaining(['account=buyer3', 'password=secret']))
  })

  it('goes on in a page that is drawn anew, with what was typed until then and after', async () => {
    field('account').value = 'buy'
    const tell = takeTyped(root)
    const account = field('account')
    account.focus()
    account.value = 'buyer'
    field('password').value = 'secret'
    field('agreed').checked = true
    field<HTMLSelectElement>('lang').value = 'en'
    root.innerHTML = FORM
    await Promise.resolve()
    expect(document.activeElement).toBe(field('account'))
    field('account').value = '3'
    tell()
    expect([field('account').value, field('password').value, field('agreed').checked, field('lang').value]).toEqual([
      'buyer3',
      'secret',
      true,
      'en',
    ])
    expect(heard).toEqual(expect.arrayContaining(['account=buyer3', 'password=secret']))
    expect(field('account').selectionStart).toBe(6)
  })

  /** Fires the events that a browser fires for one letter. */
  const letter = (into: HTMLInputElement, typed: string): void => {
    into.dispatchEvent(new Event('beforeinput', { bubbles: true }))
    into.value += typed
    into.dispatchEvent(new Event('input', { bubbles: true }))
  }
  it.each([
    ['before the page was taken over', 'b', ''],
    ['after that', '', 'b'],
    ['both', 'b', 'u'],
  ])('keeps letters that a redraw overwrote between two of them: %s', (_, before, after) => {
    const account = field('account')
    account.focus()
    for (const typed of before) letter(account, typed)
    const tell = takeTyped(root)
    for (const typed of after) letter(account, typed)
    // React redraws a controlled field, unaware of the text typed in it.
    account.value = ''
    for (const typed of 'yer1') letter(account, typed)
    // React knows these letters, and repeats them in the attribute.
    account.defaultValue = 'yer1'
    tell()
    expect(account.value).toBe(`${before}${after}yer1`)
    expect(heard.at(-1)).toBe(`account=${before}${after}yer1`)
    expect(account.selectionStart).toBe(account.value.length)
  })
  it('keeps letters that a redraw overwrote last of all', () => {
    const tell = takeTyped(root)
    letter(field('account'), 'b')
    field('account').value = ''
    tell()
    expect(heard.at(-1)).toBe('account=b')
    expect(field('account').value).toBe('b')
  })
  it('does not bring back what was deleted by hand', () => {
    const account = field('account')
    letter(account, 'b')
    const tell = takeTyped(root)
    account.dispatchEvent(new Event('beforeinput', { bubbles: true }))
    account.value = ''
    account.dispatchEvent(new Event('input', { bubbles: true }))
    letter(account, 'c')
    tell()
    expect(account.value).toBe('c')
  })

  it('keeps the caret, though the form that hears of it sets its field anew', () => {
    const account = field('account')
    account.focus()
    account.value = 'buy'
    account.setSelectionRange(2, 2)
    const tell = takeTyped(root)
    root.addEventListener('input', () => account.setSelectionRange(0, 0))
    tell()
    expect([account.value, account.selectionStart, account.selectionEnd]).toEqual(['buy', 2, 2])
  })

  it('is the same box of several that share their name', () => {
    const boxes = '<form><input type="checkbox" name="kind"><input type="checkbox" name="kind"></form>'
    root.innerHTML = boxes
    const tell = takeTyped(root)
    const second = root.querySelectorAll('input')[1]
    if (second) second.checked = true
    root.innerHTML = boxes
    tell()
    expect(Array.from(root.querySelectorAll('input'), ({ checked }) => checked)).toEqual([false, true])
  })

  it('is left alone where nothing was typed, and the focus where the reader put it', async () => {
    field('password').focus()
    const tell = takeTyped(root)
    root.innerHTML = FORM
    field('account').focus()
    await Promise.resolve()
    tell()
    expect(document.activeElement).toBe(field('account'))
    expect(heard).toEqual([])
  })
})
