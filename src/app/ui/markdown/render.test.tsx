import { describe, expect, it } from 'vitest'
import { renderMarkdown } from './render.ts'

describe('a text in Markdown', () => {
  it('keeps its structure, under the page’s own heading', () => {
    expect(renderMarkdown('# One\n\n1. a **b**\n')).toBe('<h2>One</h2>\n<ol>\n<li>a <strong>b</strong></li>\n</ol>\n')
  })
  it.each([
    ['a script', 'x <script>alert(1)</script> y'],
    ['a handler', '<img src=x onerror=alert(1)>'],
    ['a frame', '<iframe src="https://evil.example"></iframe>'],
    ['a style that covers the page', '<div style="position:fixed;inset:0">x</div>'],
    ['a form', '<form action="https://evil.example"><input name=password></form>'],
    ['an address that runs', '[x](javascript:alert(1))'],
    ['an address of another host in disguise', '[x](//evil.example)'],
    ['a picture that tells who reads', '![x](https://evil.example/p.png)'],
  ])('loses %s', (_, text) => {
    const html = renderMarkdown(text)
    expect(html).not.toMatch(/script|onerror|<i?frame|style=|<form|<input|<img|javascript:|evil\.example/i)
  })
  it('keeps a plain link', () => expect(renderMarkdown('[x](/rules)')).toContain('<a href="/rules">x</a>'))
})
