import type { MessageDescriptor } from '@lingui/core'
import type { FormText } from '../contract/people.ts'

/** Messages of the form rules, shown at the field (spec §5). A rule without a message does not compile. */
export const formTexts = {
  required: /*i18n*/ { id: 'form.required', message: 'Required.' },
  tooLong: /*i18n*/ { id: 'form.tooLong', message: 'This is too long.' },
  emailWrong: /*i18n*/ { id: 'form.emailWrong', message: 'The email address is invalid, e.g. name@company.com' },
  phoneWrong: /*i18n*/ { id: 'form.phoneWrong', message: 'The phone number is invalid.' },
  phoneShort: /*i18n*/ { id: 'form.phoneShort', message: 'A phone number has at least 6 digits.' },
  phoneDigits: /*i18n*/ {
    id: 'form.phoneDigits',
    message:
      'A mobile number of mainland China has 11 digits, {given} given. Other numbers begin with + and the country.',
  },
  accountWrong: /*i18n*/ {
    id: 'form.accountWrong',
    message: '4–30 letters, digits, “_”, “.” or “-”, beginning with a letter or digit.',
  },
  passwordWrong: /*i18n*/ { id: 'form.passwordWrong', message: '6–20 letters and digits, at least one of each.' },
  passwordsDiffer: /*i18n*/ { id: 'form.passwordsDiffer', message: 'The two passwords do not match!' },
  passwordBreached: /*i18n*/ {
    id: 'form.passwordBreached',
    message: 'This password is too common and easily guessed. Please choose another one.',
  },
  privacyNeeded: /*i18n*/ {
    id: 'form.privacyNeeded',
    message: 'Please read the privacy policy and the user service agreement, and agree to them.',
  },
  codeNeeded: /*i18n*/ { id: 'form.codeNeeded', message: 'Enter the code.' },
  codeDigits: /*i18n*/ { id: 'form.codeDigits', message: 'The code has 6 digits, {given} characters given.' },
  phoneOverseas: /*i18n*/ {
    id: 'form.phoneOverseas',
    message: 'SMS is not supported for numbers outside mainland China. Please use your email address.',
  },
  codeUnsent: /*i18n*/ {
    id: 'form.codeUnsent',
    message: 'Please have a code sent first: type the characters of the picture and press the button below it.',
  },
  creditCodeLength: /*i18n*/ {
    id: 'form.creditCodeLength',
    message: 'A unified social credit code has 18 characters, {given} given.',
  },
  creditCodeLetters: /*i18n*/ {
    id: 'form.creditCodeLetters',
    message: 'A unified social credit code has digits and capital letters, without I, O, S, V and Z.',
  },
  registerNumberWrong: /*i18n*/ {
    id: 'form.registerNumberWrong',
    message: 'A register number has 4 to 40 digits and letters.',
  },
  bankAccountWrong: /*i18n*/ { id: 'form.bankAccountWrong', message: 'The bank account has 6–34 digits or letters.' },
  bankAccountLength: /*i18n*/ {
    id: 'form.bankAccountLength',
    message: 'The bank account has 6–34 digits or letters, {given} given.',
  },
  zipCodeWrong: /*i18n*/ { id: 'form.zipCodeWrong', message: 'The zip code is invalid.' },
  licenceNeeded: /*i18n*/ { id: 'form.licenceNeeded', message: 'Please upload a picture of the business license.' },
  chooseOne: /*i18n*/ { id: 'form.chooseOne', message: 'Please choose one.' },
  nameWrong: /*i18n*/ { id: 'form.nameWrong', message: 'Enter a single line.' },
  markupRepeats: /*i18n*/ { id: 'form.markupRepeats', message: 'At most 300 signs such as > or * in a row.' },
  consentNeeded: /*i18n*/ {
    id: 'form.consentNeeded',
    message: 'Please read the agreement and confirm that you accept it.',
  },
  addressWrong: /*i18n*/ {
    id: 'form.addressWrong',
    message: 'An address begins with https:// or http://, e.g. https://www.example.com',
  },
  swiftWrong: /*i18n*/ {
    id: 'form.swiftWrong',
    message: 'A SWIFT code has 8 or 11 letters and digits, the first six of them letters.',
  },
  swiftLength: /*i18n*/ { id: 'form.swiftLength', message: 'A SWIFT code has 8 or 11 characters, {given} given.' },
  accountNeeded: /*i18n*/ { id: 'form.accountNeeded', message: 'Enter at least one account, in CNY or USD.' },
  signatureNeeded: /*i18n*/ { id: 'form.signatureNeeded', message: 'Draw your signature, or type your name.' },
  rateWrong: /*i18n*/ { id: 'form.rateWrong', message: 'A percentage from 0 to 100, e.g. 20 or 1.25' },
  daysWrong: /*i18n*/ { id: 'form.daysWrong', message: 'A whole number of days, from 0 to 365.' },
  daysOffWrong: /*i18n*/ {
    id: 'form.daysOffWrong',
    message:
      'On each line one day, or the first and the last (60 days at most), e.g. 2027-02-05 2027-02-11 Spring Festival',
  },
  workingDaysWrong: /*i18n*/ {
    id: 'form.workingDaysWrong',
    message: 'One day per line, e.g. 2027-02-14, that is not among the days off.',
  },
  amountWrong: /*i18n*/ { id: 'form.amountWrong', message: 'An amount with at most two decimals, e.g. 12,500.00' },
  timeWrong: /*i18n*/ { id: 'form.timeWrong', message: 'Choose a day and a time.' },
  numberWrong: /*i18n*/ { id: 'form.numberWrong', message: 'A whole number within the limits given.' },
  deadlineWrong: /*i18n*/ { id: 'form.deadlineWrong', message: 'Sign-up closes before the start, or with it.' },
  gapsWrong: /*i18n*/ {
    id: 'form.gapsWrong',
    message: 'The text keeps its four gaps for the company’s data, and has no others.',
  },
  figureText: /*i18n*/ { id: 'form.figureText', message: 'This is not a number. Write it in figures, e.g. 2,180.50' },
  figureGrouping: /*i18n*/ {
    id: 'form.figureGrouping',
    message: 'The separators do not stand between thousands. Write it like 2,180.50',
  },
  figureNegative: /*i18n*/ { id: 'form.figureNegative', message: 'Write a number without a minus sign.' },
  figureDecimals: /*i18n*/ { id: 'form.figureDecimals', message: 'At most {digits} decimals.' },
  figureWhole: /*i18n*/ { id: 'form.figureWhole', message: 'A whole number, without decimals.' },
  figureLarge: /*i18n*/ { id: 'form.figureLarge', message: 'This number is too large.' },
  figureMost: /*i18n*/ { id: 'form.figureMost', message: 'At most {most}.' },
  figureCurrency: /*i18n*/ {
    id: 'form.figureCurrency',
    message: 'Write the amount in {currency}, without another currency or unit.',
  },
  figureUnit: /*i18n*/ {
    id: 'form.figureUnit',
    message: 'This unit is unknown, or another than the field’s. Write the figures alone.',
  },
  figureUnclear: /*i18n*/ {
    id: 'form.figureUnclear',
    message: 'This can be read in two ways. Choose the one that you mean.',
  },
  dayWrong: /*i18n*/ { id: 'form.dayWrong', message: 'Choose a day.' },
  taxNumberWrong: /*i18n*/ {
    id: 'form.taxNumberWrong',
    message: 'The tax number is wrong: in mainland China it is the unified social credit code (18 characters).',
  },
  taxNumberLength: /*i18n*/ {
    id: 'form.taxNumberLength',
    message: 'A tax number has 8 to 20 digits and letters, {given} given.',
  },
  invoiceNumberWrong: /*i18n*/ {
    id: 'form.invoiceNumberWrong',
    message: 'An invoice number has 4 to 30 letters and digits.',
  },
  priceWrong: /*i18n*/ { id: 'form.priceWrong', message: 'A price with at most two decimals, e.g. 2,180.00' },
  quantityWrong: /*i18n*/ { id: 'form.quantityWrong', message: 'A quantity with at most three decimals, e.g. 32.450' },
  sizeWrong: /*i18n*/ {
    id: 'form.sizeWrong',
    message: 'A size in whole mm, or with its unit: 3900, 2500-5800, 200+ or 3.9 m',
  },
  sizeUnclear: /*i18n*/ {
    id: 'form.sizeUnclear',
    message: 'This can be read in two ways. Write it in whole mm without separators, or as metres: 5000 or 5 m',
  },
  sizeFraction: /*i18n*/ { id: 'form.sizeFraction', message: 'Sizes are whole millimetres: 27, not 26.5' },
  sizeLarge: /*i18n*/ { id: 'form.sizeLarge', message: 'A size is at most 99,999 mm. Check the unit.' },
  sizeUnit: /*i18n*/ {
    id: 'form.sizeUnit',
    message: 'This unit is unknown, or two units are mixed. Write mm, or one of cm, m, in, ft behind the figures.',
  },
  moistureWrong: /*i18n*/ {
    id: 'form.moistureWrong',
    message: 'Moisture in percent: 10-12, 30+ or ≤ 12, with at most one decimal',
  },
  dayYear: /*i18n*/ { id: 'form.dayYear', message: 'Write the year with its four digits, e.g. 2027' },
  dayFar: /*i18n*/ { id: 'form.dayFar', message: 'This date is more than six years away. Check its year.' },
  piecesWrong: /*i18n*/ { id: 'form.piecesWrong', message: 'A whole number from 1 to 1,000,000.' },
  positive: /*i18n*/ { id: 'form.positive', message: 'More than 0.' },
  wholePieces: /*i18n*/ { id: 'form.wholePieces', message: 'Pieces are counted whole: no decimals.' },
  reserveLow: /*i18n*/ { id: 'form.reserveLow', message: 'The reserve is not below the start price.' },
  sectionNeeded: /*i18n*/ { id: 'form.sectionNeeded', message: 'Enter a thickness, or for logs a diameter.' },
  amountLarge: /*i18n*/ {
    id: 'form.amountLarge',
    message: 'Quantity times start price is too large for one lot. Divide it.',
  },
  paperEmpty: /*i18n*/ { id: 'form.paperEmpty', message: 'Enter a reference, or choose a file.' },
  termUnknown: /*i18n*/ { id: 'form.termUnknown', message: 'Choose one from the list.' },
  lettersMissing: /*i18n*/ {
    id: 'form.lettersMissing',
    message:
      'Contracts and other documents cannot show {value}. Please write it with other characters, e.g. in Latin letters.',
  },
} as const satisfies Record<FormText, MessageDescriptor>
