import { Trans, useLingui } from '@lingui/react/macro'
import type { Form } from '../../../lib/form/useForm.ts'
import { AreaField } from '../../../ui/AreaField.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { FigureField } from '../../../ui/FigureField.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { BannerCard } from '../../../ui/BannerCard.tsx'
import type { TypedBanner } from './forms.ts'
import { PictureField } from './PictureField.tsx'
import css from './Content.module.css'

export function useBannerLabels() {
  const { t } = useLingui()
  return {
    titleZh: t`Title (Chinese)`,
    titleEn: t`Title (English)`,
    textZh: t`Text (Chinese)`,
    textEn: t`Text (English)`,
    href: t`Leads to`,
    picture: t`Picture`,
    position: t`Position`,
    shownFrom: t`Shown from (Beijing time)`,
    shownUntil: t`Shown until (Beijing time)`,
  }
}

interface Props {
  readonly form: Form<TypedBanner>
  readonly id: string | null
}

export function BannerFields({ form, id }: Props) {
  const labels = useBannerLabels()
  const { value } = form
  return (
    <>
      <div className={css.pair}>
        <section className={css.side}>
          <Field label={labels.titleZh} lang="zh-CN" maxLength={60} {...form.field('titleZh')} />
          <AreaField label={labels.textZh} lang="zh-CN" rows={2} maxLength={160} {...form.field('textZh')} />
        </section>
        <section className={css.side}>
          <Field label={labels.titleEn} lang="en" maxLength={60} {...form.field('titleEn')} />
          <AreaField label={labels.textEn} lang="en" rows={2} maxLength={160} {...form.field('textEn')} />
        </section>
      </div>
      <div className={css.fields}>
        <Field
          label={labels.href}
          hint={<Trans>A page such as /news?type=0, or an https:// address. Empty: nowhere.</Trans>}
          {...form.field('href')}
        />
        <FigureField label={labels.position} hint={<Trans>1 is the first.</Trans>} {...form.figure('position')} />
        <Field label={labels.shownFrom} type="datetime-local" {...form.field('shownFrom')} />
        <Field
          label={labels.shownUntil}
          type="datetime-local"
          hint={<Trans>Empty: until you take it down.</Trans>}
          {...form.field('shownUntil')}
        />
      </div>
      {value.picture === '' ? (
        <PictureField kind="banner" id={id} ready={form.ready} onPicture={(picture) => form.set({ picture })} />
      ) : (
        <div className={css.file}>
          <Picture src={value.picture} alt={labels.picture} />
          <Button variant="quiet" size="small" onClick={() => form.set({ picture: '' })}>
            <Icon name="trash" size={18} />
            <Trans>Remove the picture</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

/** The banner as the home page shows it, in both languages. */
export const BannerPreview = ({ value }: { readonly value: TypedBanner }) => (
  <div className={css.pair}>
    {(
      [
        { lang: 'zh-CN', title: value.titleZh, text: value.textZh },
        { lang: 'en', title: value.titleEn, text: value.textEn },
      ] as const
    ).map(({ lang, title, text }) => (
      <div key={lang} lang={lang}>
        <BannerCard title={title} text={text} href={value.href} picture={value.picture === '' ? null : value.picture} />
      </div>
    ))}
  </div>
)
