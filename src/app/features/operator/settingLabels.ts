import { useLingui } from '@lingui/react/macro'
import { CURRENCIES } from '../../../domain/units.ts'
import { ACCOUNT_PARTS, BOTH, type AccountKey, type BothKey, type TypedSettings } from './settingsForm.ts'

/** The name of each field of the settings, where two versions of them are compared. */
export function useSettingLabels(): (key: keyof TypedSettings) => string {
  const { t } = useLingui()
  const texts: Readonly<Record<BothKey, string>> = {
    help: t`Help`,
    payment: t`Payment`,
    question: t`Questions`,
    about: t`About`,
    companyAddress: t`Company address`,
    copyright: t`Copyright`,
  }
  const others: Readonly<Record<Exclude<keyof TypedSettings, AccountKey | `${BothKey}${'Zh' | 'En'}`>, string>> = {
    phone: t`Contact phone`,
    licences: t`Licence notices`,
    shop: t`Online shop`,
    backOffice: t`Seller back office`,
    appAddress: t`Address in the app’s QR code`,
    frames: t`Pages allowed in a frame`,
    depositRate: t`Deposit, % of the amount`,
    depositDays: t`Deposit due, days after the contract is complete`,
    balanceDays: t`Balance due, days before the first delivery`,
    commissionRate: t`Commission, % of the amount`,
    commissionBy: t`Commission paid by`,
    daysOff: t`Days off`,
    workingDays: t`Working days at weekends`,
    commissionDays: t`Commission due, days after the contract is complete`,
  }
  const parts = { payee: t`Payee`, bank: t`Bank`, account: t`Account number`, swift: t`SWIFT code` }
  return (key) => {
    const part = ACCOUNT_PARTS.find((one) => CURRENCIES.some((currency) => key === `${one}${currency}`))
    if (part !== undefined) {
      const [name, currency] = [parts[part], key.slice(part.length)]
      return t`${name}, ${currency}`
    }
    const of = BOTH.find((one) => key === `${one}Zh` || key === `${one}En`)
    if (of === undefined) return others[key as keyof typeof others]
    const label = texts[of]
    return key.endsWith('Zh') ? t`${label} (Chinese)` : t`${label} (English)`
  }
}
