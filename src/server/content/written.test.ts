import { describe, expect, it } from 'vitest'
import { parseWritten } from './written.ts'

describe('a written text', () => {
  it('has a title, a summary, and then itself', () => {
    expect(parseWritten('# One\n\nIn short.\n\n# First\n\nMore.\n')).toEqual({
      title: 'One',
      summary: 'In short.',
      body: '# First\n\nMore.',
    })
  })
  it.each(['no title\n\nIn short.\n\nMore.', '# One\n\n', '# One\n\nIn short.'])(
    'is refused without them: %j',
    (text) => {
      expect(() => parseWritten(text)).toThrow(SyntaxError)
    },
  )
})
