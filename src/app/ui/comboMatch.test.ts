import { describe, expect, it } from 'vitest'
import { exactly, matching, type ComboOption } from './comboMatch.ts'

const options: readonly ComboOption[] = [
  { key: 'CN', label: '中国', aside: '+86', also: ['China'] },
  { key: 'CI', label: '科特迪瓦', aside: '+225', also: ['Côte d’Ivoire'] },
  { key: 'GN', label: '几内亚', aside: '+224', also: ['Guinea'] },
  { key: 'PG', label: '巴布亚新几内亚', aside: '+675', also: ['Papua New Guinea'] },
]
const keys = (typed: string) => matching(options, typed).map(({ key }) => key)

describe('a list that is searched by typing', () => {
  it('shows all of it before a letter is typed', () => expect(keys(' ')).toEqual(['CN', 'CI', 'GN', 'PG']))
  it('finds a name in the language of the page and in English, without its accents', () => {
    expect(keys('中')).toEqual(['CN'])
    expect(keys('cote')).toEqual(['CI'])
  })
  it('puts what begins with it before what holds it', () => expect(keys('guinea')).toEqual(['GN', 'PG']))
  it('finds by ISO code and by calling code', () => {
    expect(keys('pg')).toEqual(['PG'])
    expect(keys('+22')).toEqual(['CI', 'GN'])
  })
  it('finds nothing of that name', () => expect(keys('zzz')).toEqual([]))
  it('takes a typed name for chosen only when it is the whole of it', () => {
    expect(exactly(options, ' CHINA')?.key).toBe('CN')
    expect(exactly(options, 'guin')).toBeUndefined()
  })
})
