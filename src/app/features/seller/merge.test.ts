import { expect, test } from 'vitest'
import { changesBetween, merged } from '../../lib/form/versioned.ts'
import { EMPTY, bandOf, lotSchema, meant, typed } from './lotForm.ts'

const base = meant({ ...EMPTY, nameZh: '橡木', species: 'whiteOak', quantity: '10', startPrice: '1,000' })
const mine = { ...base, nameZh: '白橡', quantity: '12.000' }
const theirs = { ...base, quantity: '11.000', startPrice: '1100.00' }

test('what another changed is named, and whether it was changed here too', () => {
  expect(changesBetween(base, mine, theirs)).toEqual([
    { key: 'quantity', by: 'both' },
    { key: 'startPrice', by: 'them' },
  ])
  expect(changesBetween(base, theirs, theirs)).toEqual([])
})

test('mine are kept, and what the other alone changed is taken', () => {
  expect(merged(base, mine, theirs)).toEqual({ ...theirs, nameZh: '白橡', quantity: '12.000' })
})

test('a lot is typed as it stands, and means the same', () => {
  const content = { ...base, pieces: 12, reserve: '1200.00', pictures: [], papers: [] }
  expect(meant(typed(content, 3))).toEqual(content)
  expect(typed(content, 3)).toMatchObject({ version: '3', pieces: '12', base: JSON.stringify(content) })
})

test('errors stand at their fields, in the words of the forms', () => {
  const issues = lotSchema.safeParse({ ...EMPTY, startPrice: '12,3x', quantity: '0', pieces: '1.5' }).error?.issues
  const at: Readonly<Record<string, string>> = Object.fromEntries(
    (issues ?? []).map(({ path, message }) => [String(path[0]), message]),
  )
  expect(at).toMatchObject({
    nameZh: 'required',
    species: 'chooseOne',
    startPrice: 'figureCurrency',
    pieces: 'figureWhole',
    deliveryDate: 'dayWrong',
    addRange: 'required',
  })
})

test('the band is ten per cent to either side', () => {
  expect(bandOf('1,000.05', 'CNY')).toEqual({ from: 90_005, to: 110_005 })
  expect(bandOf('x', 'CNY')).toBeNull()
})
