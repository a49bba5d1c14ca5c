import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { dayOf } from '../../../domain/trade/money.ts'
import { PUBLISHED, yearsMissing } from '../../../domain/trade/working-days.ts'
import { CURRENCIES, instant } from '../../../domain/units.ts'
import { useMinute } from '../../lib/clock/useNow.ts'
import { formatDate } from '../../lib/format/index.ts'
import { dayOffName } from '../../ui/contract/holidays.ts'
import { useScreenTitle } from '../../lib/screenTitle.ts'
import type { Form } from '../../lib/form/useForm.ts'
import { useVersionedForm } from '../../lib/form/useVersionedForm.ts'
import type { Saved } from '../../lib/form/versioned.ts'
import { resolved } from '../../boot/deferred.ts'
import { settingsQuery } from '../../lib/settings.ts'
import { AreaField } from '../../ui/AreaField.tsx'
import { Conflict } from '../../ui/edit/Conflict.tsx'
import { DraftNotice } from '../../ui/DraftNotice.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Field, SelectField } from '../../ui/Field.tsx'
import { FigureField } from '../../ui/FigureField.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Page } from '../../ui/Page.tsx'
import { SkeletonLine, Skeleton } from '../../ui/Skeleton.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { notify } from '../../ui/toast.ts'
import { ReadProblem } from '../../ui/read/index.ts'
import type { Settings } from './queries.ts'
import { meant, SETTINGS_FIGURES, settingsSchema, typed, type BothKey, type TypedSettings } from './settingsForm.ts'
import { useSettingLabels } from './settingLabels.ts'
import css from './SettingsPage.module.css'
import { useClient } from '../../lib/client.ts'

const RULES = resolved(settingsSchema)

/** The platform's settings: footer, contact, external links. */
export function SettingsPage() {
  const title = useScreenTitle('DeskSettings')
  const settings = useQuery(settingsQuery)
  return (
    <Page title={title} heading={title} sub={<Trans>Public: shown in the footer and the menus of every page.</Trans>}>
      {settings.data ? (
        <SettingsForm settings={settings.data} />
      ) : settings.isError ? (
        <ReadProblem read={settings} />
      ) : (
        <Skeleton className={css.form}>
          <SkeletonLine block height="320px" />
          <SkeletonLine block height="200px" />
        </Skeleton>
      )}
    </Page>
  )
}

type Shown = Form<TypedSettings>
const savedOf = (settings: Settings): Saved<TypedSettings> => ({ typed: typed(settings), version: settings.version })

function SettingsForm({ settings }: { readonly settings: Settings }) {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  const title = useScreenTitle('DeskSettings')
  const labels = useSettingLabels()
  const read = async () => savedOf(await queries.fetchQuery({ ...settingsQuery, staleTime: 0 }))
  const { form, save, saving, conflict } = useVersionedForm({
    name: 'settings',
    shape: 6,
    saved: savedOf(settings),
    schema: RULES,
    figures: () => SETTINGS_FIGURES,
    read,
    send: async (value, version) => {
      await client.calls.send('settingsChange', { body: { ...meant(value), version: Number(version) } })
      return read()
    },
    onSaved: async () => {
      await Promise.all([settingsQuery.queryKey, ['menu']].map((queryKey) => queries.invalidateQueries({ queryKey })))
      notify(client, { tone: 'good', title: t`The settings are saved.` })
    },
  })
  return (
    <form className={css.form} noValidate aria-label={title} onSubmit={form.submit(save)}>
      <ErrorSummary form={form} />
      <DraftNotice draft={form.draft} />
      {conflict && (
        <Conflict
          changes={conflict.changes}
          labelOf={labels}
          valueOf={(key, of) => (of === 'mine' ? form.value : conflict.theirs)[key]}
          onTake={conflict.take}
          onKeep={conflict.keep}
        />
      )}
      <Part title={<Trans>Footer</Trans>} about={<Trans>Give each text in both languages.</Trans>}>
        <Both form={form} of="help" label={t`Help`} />
        <Both form={form} of="payment" label={t`Payment`} />
        <Both form={form} of="question" label={t`Questions`} />
        <Both form={form} of="about" label={t`About`} />
      </Part>
      <Part title={<Trans>Contact and licences</Trans>} about={<Trans>The operating company and its licences.</Trans>}>
        <Field label={<Trans>Contact phone</Trans>} type="tel" {...form.field('phone')} />
        <Both form={form} of="companyAddress" label={t`Company address`} />
        <Both form={form} of="copyright" label={t`Copyright`} hint={<Trans>Shown after © and the year.</Trans>} />
        <AreaField
          label={<Trans>Licence notices</Trans>}
          hint={<Trans>One per line, up to ten.</Trans>}
          {...form.field('licences')}
        />
      </Part>
      <Part title={<Trans>Links</Trans>} about={<Trans>An empty address shows no link.</Trans>}>
        <Field
          label={<Trans>Online shop</Trans>}
          type="url"
          inputMode="url"
          placeholder="https://"
          {...form.field('shop')}
        />
        <Field
          label={<Trans>Seller back office</Trans>}
          type="url"
          inputMode="url"
          placeholder="https://"
          hint={<Trans>Signed-in users carry a one-time key valid for one minute.</Trans>}
          {...form.field('backOffice')}
        />
        <Field
          label={<Trans>Address in the app’s QR code</Trans>}
          type="url"
          inputMode="url"
          placeholder="https://"
          hint={<Trans>Empty: this installation’s own address.</Trans>}
          {...form.field('appAddress')}
        />
        <AreaField
          label={<Trans>Pages allowed in a frame</Trans>}
          hint={<Trans>Origins such as https://maps.example.com, one per line, up to 20.</Trans>}
          {...form.field('frames')}
        />
      </Part>
      <Part
        title={<Trans>Accounts for deposits</Trans>}
        about={
          <Trans>
            Bidders read the account of their deposit’s currency under Bidding sign-up. Leave all parts of a currency
            empty for none.
          </Trans>
        }
      >
        {CURRENCIES.map((currency) => (
          <div key={currency} className={css.both}>
            <Field label={labels(`payee${currency}`)} {...form.field(`payee${currency}`)} />
            <Field label={labels(`bank${currency}`)} {...form.field(`bank${currency}`)} />
            <Field label={labels(`account${currency}`)} {...form.field(`account${currency}`)} />
            <Field
              label={labels(`swift${currency}`)}
              {...(currency === 'CNY' && { hint: <Trans>For payments from abroad.</Trans> })}
              {...form.field(`swift${currency}`)}
            />
          </div>
        ))}
      </Part>
      <Part
        title={<Trans>Payments under contracts</Trans>}
        about={
          <Trans>For contracts that both parties sign from now on. Those signed before keep the terms they had.</Trans>
        }
      >
        <FigureField
          label={<Trans>Deposit, % of the amount</Trans>}
          hint={<Trans>0: no deposit.</Trans>}
          {...form.figure('depositRate')}
        />
        <FigureField
          label={<Trans>Deposit due, days after the contract is complete</Trans>}
          {...form.figure('depositDays')}
        />
        <FigureField
          label={<Trans>Balance due, days before the first delivery</Trans>}
          {...form.figure('balanceDays')}
        />
        <FigureField
          label={<Trans>Commission, % of the amount</Trans>}
          hint={<Trans>0: no commission.</Trans>}
          {...form.figure('commissionRate')}
        />
        <SelectField label={<Trans>Commission paid by</Trans>} {...form.field('commissionBy')}>
          <option value="seller">{t({ context: 'contract', message: 'Seller' })}</option>
          <option value="buyer">{t({ context: 'contract', message: 'Buyer' })}</option>
        </SelectField>
        <FigureField
          label={<Trans>Commission due, days after the contract is complete</Trans>}
          {...form.figure('commissionDays')}
        />
      </Part>
      <WorkingDaysPart form={form} />
      <div className={css.save}>
        <SubmitButton wide busy={saving} working={<Trans>Saving…</Trans>}>
          <Trans>Save</Trans>
        </SubmitButton>
      </div>
    </form>
  )
}

function Part({
  title,
  about,
  children,
}: {
  readonly title: ReactNode
  readonly about: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className={css.part}>
      <header>
        <h2>{title}</h2>
        <p>{about}</p>
      </header>
      <div className={css.fields}>{children}</div>
    </section>
  )
}

/** Days off and make-up days beside the published ones, and whether a year's table is missing. */
function WorkingDaysPart({ form }: { readonly form: Shown }) {
  const { i18n } = useLingui()
  const { locale } = useClient()
  const today = dayOf(instant(useMinute()))
  const years = Object.entries(PUBLISHED).filter(([year]) => year >= today.slice(0, 4))
  const added = meant(form.value).workingDays
  const day = (one: string) => formatDate(one, locale)
  return (
    <Part
      title={<Trans>Working days</Trans>}
      about={
        <Trans>
          A payment that falls due on a day off is due on the next working day, in contracts in force too. Days up to
          today cannot be changed.
        </Trans>
      }
    >
      {yearsMissing(added, today).map((year) => (
        <div key={year} className={css.missing}>
          <Mark tone="warn" icon="alert">
            <Trans>Holidays of {year} are missing</Trans>
          </Mark>
          <p>
            <Trans>
              Until they are added, only Saturdays and Sundays count as days off in {year}. Add them below once the
              State Council has published them, in November as a rule.
            </Trans>
          </p>
        </div>
      ))}
      {years.map(([year, { off, working }]) => (
        <details key={year} className={css.published}>
          <summary>
            <Trans>Published for {year}</Trans>
          </summary>
          <ul>
            {off.map(({ from, to, name }) => {
              const holiday = dayOffName(name)
              return (
                <li key={from}>
                  {typeof holiday === 'string' ? holiday : i18n._(holiday)}: {day(from)} – {day(to)}
                </li>
              )
            })}
          </ul>
          <p>
            <Trans>Working days at weekends: {working.map(day).join(' · ')}</Trans>
          </p>
        </details>
      ))}
      <AreaField
        label={<Trans>Days off</Trans>}
        hint={
          <Trans>
            Beside the published ones, one per line: a day, or the first and the last, and a name, e.g. 2027-02-05
            2027-02-11 Spring Festival
          </Trans>
        }
        {...form.field('daysOff')}
      />
      <AreaField
        label={<Trans>Working days at weekends</Trans>}
        hint={<Trans>Make-up days and others, one per line.</Trans>}
        {...form.field('workingDays')}
      />
    </Part>
  )
}

interface BothProps {
  readonly form: Shown
  readonly of: BothKey
  readonly label: string
  readonly hint?: ReactNode
}

/** One text in both languages, side by side. */
function Both({ form, of, label, hint }: BothProps) {
  const shared = hint === undefined ? {} : { hint }
  return (
    <div className={css.both}>
      <AreaField {...shared} label={<Trans>{label} (Chinese)</Trans>} lang="zh-CN" {...form.field(`${of}Zh`)} />
      <AreaField {...shared} label={<Trans>{label} (English)</Trans>} lang="en" {...form.field(`${of}En`)} />
    </div>
  )
}
