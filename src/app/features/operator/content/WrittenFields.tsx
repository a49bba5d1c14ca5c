import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, type ReactNode } from 'react'
import type { Form } from '../../../lib/form/useForm.ts'
import { AreaField } from '../../../ui/AreaField.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Markdown } from '../../../ui/markdown/Markdown.tsx'
import type { TypedWritten } from './forms.ts'
import { PictureField } from './PictureField.tsx'
import type { ContentKind } from './search.ts'
import css from './Content.module.css'

export function useWrittenLabels() {
  const { t } = useLingui()
  return {
    titleZh: t`Title (Chinese)`,
    titleEn: t`Title (English)`,
    summaryZh: t`Summary (Chinese)`,
    summaryEn: t`Summary (English)`,
    bodyZh: t`Text (Chinese)`,
    bodyEn: t`Text (English)`,
  }
}

interface Props {
  readonly form: Form<TypedWritten>
  readonly kind: ContentKind
  readonly id: string | null
  readonly children?: ReactNode
}

const SIDES = [
  { lang: 'zh-CN', title: 'titleZh', summary: 'summaryZh', body: 'bodyZh' },
  { lang: 'en', title: 'titleEn', summary: 'summaryEn', body: 'bodyEn' },
] as const
type Body = (typeof SIDES)[number]['body']

/** Fields of a text, both languages side by side. */
export function WrittenFields({ form, kind, id, children }: Props) {
  const labels = useWrittenLabels()
  const { t } = useLingui()
  const last = useRef<{ readonly body: Body; readonly at: number } | null>(null)
  const { value } = form
  /** Inserts the picture at the last cursor position, in that language; without one, at the end of both. */
  const insert = (address: string): void => {
    const picture = `![${t`picture`}](${address})`
    const place = last.current
    const put = (text: string, at: number) => `${text.slice(0, at)}\n\n${picture}\n\n${text.slice(at)}`.trim()
    form.set(
      place
        ? { [place.body]: put(value[place.body], place.at) }
        : { bodyZh: put(value.bodyZh, value.bodyZh.length), bodyEn: put(value.bodyEn, value.bodyEn.length) },
    )
  }
  return (
    <>
      {children}
      <div className={css.pair}>
        {SIDES.map(({ lang, title, summary, body }) => (
          <section key={lang} className={css.side}>
            <Field label={labels[title]} lang={lang} maxLength={120} {...form.field(title)} />
            <AreaField label={labels[summary]} lang={lang} rows={2} maxLength={300} {...form.field(summary)} />
            <AreaField
              label={labels[body]}
              lang={lang}
              rows={16}
              maxLength={10_000}
              hint={<Trans>Markdown: “## Heading”, “**bold**”, “- list”, “[words](/address)”, tables.</Trans>}
              {...form.field(body)}
              onSelect={({ currentTarget }) => {
                last.current = { body, at: currentTarget.selectionEnd }
              }}
            />
          </section>
        ))}
      </div>
      <PictureField kind={kind} id={id} ready={form.ready} onPicture={insert} />
    </>
  )
}

/** Preview by the renderer of the reader's page. */
export const WrittenPreview = ({ value }: { readonly value: TypedWritten }) => (
  <div className={css.pair}>
    {SIDES.map(({ lang, title, summary, body }) => (
      <article key={lang} className={css.side} lang={lang}>
        <div className={css.paper}>
          <h3>{value[title]}</h3>
          <p>{value[summary]}</p>
          <Markdown key={value[body]} text={value[body]} />
        </div>
      </article>
    ))}
  </div>
)
