import { expect, test } from 'vitest'
import { stylesOf, withoutStyleAttributes } from './inline-styles.ts'

test('style attributes become rules, each style once, and none is left in the markup', () => {
  const { markup, rules } = withoutStyleAttributes(
    '<i class="a" style="width:4%"></i><b style="width:4%">style=&quot;x&quot;</b><u style="aspect-ratio:1"></u>',
  )
  expect(markup).toBe('<i class="a" data-style="0"></i><b data-style="0">style=&quot;x&quot;</b><u data-style="1"></u>')
  expect(rules).toBe('#root [data-style="0"]{width:4%}#root [data-style="1"]{aspect-ratio:1}')
})

test('the value of a style attribute is read as HTML, and cannot end the style element', () => {
  const { rules } = withoutStyleAttributes(
    '<i style="background-image:url(&quot;data:a&amp;b&lt;/style&gt;&quot;)"></i>',
  )
  expect(rules).toBe(String.raw`#root [data-style="0"]{background-image:url("data:a&b\3c /style>")}`)
})

test('every style element is named by its hash, and nothing else is', () => {
  const empty = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
  expect(stylesOf('<p>x</p>')).toEqual([])
  expect(stylesOf('<style></style><style media="print"></style>')).toEqual([empty])
})
