import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { agreementText } from './agreement.ts'

const form = {
  name: '湖州恒森地板有限公司',
  country: 'CN',
  address: '浙江省湖州市',
  detailedAddress: '3 幢',
  phone: '1',
  zipCode: '1',
  legalPerson: '沈国强',
  legalPersonPhone: '1',
  bank: 'b',
  bankAccount: '1',
  creditCode: '91330503MADEMA0035',
  businessLicense: '/common/files/x',
}
const names = { zh: form.name, en: 'Huzhou Hengsen Flooring Co., Ltd.' }

test('each language calls the company by its name there, and both by the registered one', () => {
  const { zh, en } = agreementText(form, names)
  expect(zh).toContain('**湖州恒森地板有限公司**')
  expect(en).toContain('**Huzhou Hengsen Flooring Co., Ltd. \\(湖州恒森地板有限公司\\)**')
  for (const text of [zh, en]) {
    expect(text).toContain('91330503MADEMA0035')
    expect(text).not.toMatch(/\{\{|\}\}/)
  }
})

test('what is signed is the hash of both texts; it changes with what they say, and with nothing else', () => {
  const { zh, en, hash } = agreementText(form, names)
  expect(hash).toBe(createHash('sha256').update(JSON.stringify({ en, zh })).digest('hex'))
  expect(agreementText({ ...form, bank: 'another', bankAccount: '2', phone: '2' }, names).hash).toBe(hash)
  for (const of of [{ creditCode: 'X' }, { address: 'Y' }, { legalPerson: 'Z' }])
    expect(agreementText({ ...form, ...of }, names).hash).not.toBe(hash)
})

test('the two texts have the same sections', () => {
  const { zh, en } = agreementText(form, names)
  const shape = (text: string) =>
    text.split('\n').map((line) => /^(#+|\d+\.|-)/.exec(line)?.[1] ?? (line === '' ? '' : 'text'))
  expect(shape(zh)).toEqual(shape(en))
})
