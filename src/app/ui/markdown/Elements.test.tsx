import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Elements } from './Elements.tsx'

const shown = (text: string): string => renderToStaticMarkup(<Elements text={text} />)

describe('a text in Markdown', () => {
  it.each([
    [
      'keeps its structure, under the page’s own heading',
      '# One\n\n1. a **b**\n',
      '<h2>One</h2><ol><li>a <strong>b</strong></li></ol>',
    ],
    ['goes no deeper than the fourth', '##### One', '<h4>One</h4>'],
    ['counts on', '3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['has lists in lists', '- a\n  - *b*', '<ul><li>a<ul><li><em>b</em></li></ul></li></ul>'],
    [
      'has tables',
      '|a|b|\n|-|-:|\n|1|2|',
      '<table><thead><tr><th>a</th><th align="right">b</th></tr></thead><tbody><tr><td>1</td><td align="right">2</td></tr></tbody></table>',
    ],
    ['quotes', '> a\n\n---', '<blockquote><p>a</p></blockquote><hr/>'],
    ['keeps a plain link', '[x](/rules)', '<p><a href="/rules">x</a></p>'],
    [
      'shows signs as they are meant',
      'A &amp; B \\<c\\> `<d>` &lt;e&gt;',
      '<p>A &amp; B &lt;c&gt; <code>&lt;d&gt;</code> &lt;e&gt;</p>',
    ],
    ['leaves the words of markup', 'a <b>c</b>\n\n<div>d</div>', '<p>a c</p><p>d</p>'],
  ])('%s', (_, text, html) => expect(shown(text)).toBe(html))

  it.each([
    ['a script', 'x <script>alert(1)</script> y'],
    ['a script of its own', '<script>\nalert(1)\n</script>'],
    ['a handler', '<img src=x onerror=alert(1)>'],
    ['a frame', '<iframe src="https://evil.example"></iframe>'],
    ['a style that covers the page', '<div style="position:fixed;inset:0">x</div>'],
    ['a form', '<form action="https://evil.example"><input name=password></form>'],
    ['an address that runs', '[x](javascript:alert(1))'],
    [
      'an address that runs, in disguise',
      '[x](&#106;avascript:alert(1)) [y](JaVaScRiPt:alert(1)) [z](<java\nscript:alert(1)>)',
    ],
    ['an address of data', '[x](data:text/html,hi)'],
    ['an address of another host in disguise', '[x](//evil.example)'],
    ['an address of another host in another disguise', String.raw`[x](/\\evil.example)`],
    ['a picture that tells who reads', '![x](https://evil.example/p.png)'],
  ])('loses %s', (_, text) => {
    expect(shown(text)).not.toMatch(
      /<script|<[^>]+onerror|<i?frame|style=|<form|<input|<img|href="[^"]*(?:script|data):|evil\.example/i,
    )
  })
})
