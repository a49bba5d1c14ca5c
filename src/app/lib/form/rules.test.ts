import { i18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { CompanyForm } from '../../../contract/people.ts'
import { messages } from '../../../texts/locales/zh.po'
import { errorsOf } from './rules.ts'

i18n.loadAndActivate({ locale: 'zh', messages })

it('what is wrong is listed once for each field, in the order of the form', () => {
  const empty = {
    name: '',
    country: 'CN',
    creditCode: '',
    address: '',
    detailedAddress: '',
    zipCode: '',
    phone: '',
    legalPerson: '',
    legalPersonPhone: '',
    bank: '',
    bankAccount: '',
    businessLicense: '',
  }
  const errors = errorsOf(CompanyForm, empty, i18n)
  expect(errors.map(({ key }) => key)).toEqual(Object.keys(empty).filter((key) => key !== 'country'))
  expect(errors.find(({ key }) => key === 'creditCode')?.text).toBe('此项必填。')
})
