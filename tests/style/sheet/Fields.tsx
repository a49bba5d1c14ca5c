import { milli } from '../../../src/domain/units.ts'
import { EMPTY_LINE } from '../../../src/app/lib/form/bankLine.ts'
import { AreaField } from '../../../src/app/ui/AreaField.tsx'
import { BankLineFields } from '../../../src/app/ui/bankLine/BankLineFields.tsx'
import { Captcha } from '../../../src/app/ui/Captcha.tsx'
import { ChoiceField, ChoicesField } from '../../../src/app/ui/ChoiceField.tsx'
import { ComboField } from '../../../src/app/ui/ComboField.tsx'
import { CountryField } from '../../../src/app/ui/CountryField.tsx'
import { CheckDigitHint } from '../../../src/app/ui/CheckDigitHint.tsx'
import { DayRangeFields } from '../../../src/app/ui/DayRangeFields.tsx'
import { ErrorSummary } from '../../../src/app/ui/ErrorSummary.tsx'
import { Field, Frame, SelectField } from '../../../src/app/ui/Field.tsx'
import { FigureField } from '../../../src/app/ui/FigureField.tsx'
import { PasswordField } from '../../../src/app/ui/PasswordField.tsx'
import { SearchField } from '../../../src/app/ui/SearchField.tsx'
import { Toggle } from '../../../src/app/ui/Toggle.tsx'
import { FarQuestion } from '../../../src/app/ui/useFar.tsx'
import { useSay } from './samples.ts'
import { Box, Grid } from './Box.tsx'

const FAR = [{ amount: 15_000_000, stands: 218_000, currency: 'CNY', per: 'm3' }] as const
const nothing = (): void => undefined
const LINE = {
  value: EMPTY_LINE,
  field: (name: string) => ({ name, value: '', onChange: nothing, onBlur: nothing, error: undefined }),
}
const picture = (state: 'here' | 'coming' | 'failed') => ({
  uuid: 'code',
  img: null,
  question: null,
  asks: false,
  state,
  renew: nothing,
  change: nothing,
})

export function Fields() {
  const say = useSay()
  const label = say('开户行', 'Bank')
  const hint = say('如银行回单所印。', 'As printed on the bank slip.')
  const error = say('请填写开户行。', 'Enter the bank.')
  const choices = [
    { key: 'a', label: say('卖方交货', 'Delivered'), about: say('运费在价内', 'Freight included') },
    { key: 'b', label: say('买方自提', 'Collected'), about: say('自港口起', 'From the port') },
  ] as const
  const short = [
    { key: 'y', label: say('是', 'Yes') },
    { key: 'n', label: say('否', 'No') },
  ] as const
  return (
    <Box name="Field">
      <Grid>
        <Field label={label} hint={hint} placeholder={hint} />
        <Field label={label} defaultValue={say('工商银行', 'ICBC')} error={error} />
        <Field label={label} value={say('工商银行', 'ICBC')} readOnly />
        <PasswordField label={say('密码', 'Password')} value="secret" onChange={nothing} />
        <SelectField label={say('单位', 'Unit')} hint={hint}>
          <option>m³</option>
        </SelectField>
        <SelectField label={say('单位', 'Unit')} error={error}>
          <option>m³</option>
        </SelectField>
        <AreaField label={say('理由', 'Reason')} hint={hint} />
        <AreaField label={say('理由', 'Reason')} error={error} />
        <ComboField label={label} options={() => []} value="" chosen="" onChange={nothing} />
        <CountryField value="CN" onChange={nothing} />
        <FigureField
          figure={{ of: 'money', currency: 'CNY' }}
          per="m3"
          parcel={milli(32_450)}
          label={say('单价', 'Price')}
          value="2180,5"
          onChange={nothing}
        />
        <FigureField
          figure={{ of: 'quantity', unit: 'm3' }}
          label={say('数量', 'Quantity')}
          value="32,450"
          onChange={nothing}
        />
        <DayRangeFields range={{ beginTime: '2026-11-01', endTime: '2026-11-27' }} onChange={nothing} />
        <CheckDigitHint />
        <BankLineFields form={LINE} kind="in" refused />
        <FarQuestion pairs={FAR} onYes={nothing} />
        <SearchField value="" placeholder={say('标的、树种', 'Lot, species')} onSearch={nothing} />
        <Frame id="own" label={say('自有控件', 'A control of its own')} hint={hint} error={error}>
          <Toggle
            label={say('视图', 'View')}
            items={[
              { key: 'table', icon: 'table', label: say('表格', 'Table') },
              { key: 'cards', icon: 'cards', label: say('卡片', 'Cards') },
            ]}
            value="table"
            onChange={nothing}
          />
        </Frame>
        <Captcha picture={picture('coming')} />
        <Captcha picture={picture('failed')} error={error} />
        <Captcha
          picture={{
            ...picture('here'),
            asks: true,
            question: say('下列数字中最大的是：41、907、388？', 'Which is the largest: 41, 907, 388?'),
          }}
        />
        <ChoiceField label={say('交货', 'Delivery')} name="one" choices={choices} value="a" onChange={nothing} />
        <ChoicesField
          label={say('交货', 'Delivery')}
          name="many"
          choices={choices}
          value={['b']}
          error={error}
          onChange={nothing}
        />
        <ChoiceField label={say('含税', 'Tax included')} name="row" row choices={short} value="n" onChange={nothing} />
        <form>
          <ErrorSummary
            form={{
              errors: [
                { key: 'bank', text: error },
                { key: '', text: hint },
              ],
              attempts: 1,
            }}
          />
        </form>
      </Grid>
    </Box>
  )
}
