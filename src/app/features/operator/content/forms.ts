import * as z from 'zod'
import { fitsCompany } from '../../../../contract/agreement.ts'
import { ArticleContent, BannerContent, WrittenContent } from '../../../../contract/calls/editing.ts'
import type { FormText } from '../../../../contract/people.ts'
import { resolved } from '../../../boot/deferred.ts'
import { wholeIn } from '../../../lib/form/figure.ts'
import { readMoment, typedMoment } from '../sales/moments.ts'

type Sent<C extends z.ZodType> = z.input<C>
export type Article = Sent<typeof ArticleContent>
export type Written = Sent<typeof WrittenContent>
export type Banner = Sent<typeof BannerContent>

export const TEXTS = ['titleZh', 'titleEn', 'summaryZh', 'summaryEn', 'bodyZh', 'bodyEn'] as const
export type TypedWritten = { readonly [K in (typeof TEXTS)[number]]: string }
/** `publishedTime` is typed by the clock of Beijing. */
export interface TypedArticle extends TypedWritten {
  readonly type: string
  readonly publishedTime: string
}
export interface TypedBanner {
  readonly titleZh: string
  readonly titleEn: string
  readonly textZh: string
  readonly textEn: string
  readonly href: string
  readonly picture: string
  readonly position: string
  readonly shownFrom: string
  readonly shownUntil: string
}

export const typedWritten = (content: Written): TypedWritten => ({
  titleZh: content.titleZh,
  titleEn: content.titleEn,
  summaryZh: content.summaryZh,
  summaryEn: content.summaryEn,
  bodyZh: content.bodyZh,
  bodyEn: content.bodyEn,
})
export const typedArticle = (content: Article): TypedArticle => ({
  ...typedWritten(content),
  type: String(content.type),
  publishedTime: typedMoment(content.publishedTime),
})
export const typedBanner = ({ picture, position, shownFrom, shownUntil, ...content }: Banner): TypedBanner => ({
  ...content,
  picture: picture ?? '',
  position: String(position),
  shownFrom: typedMoment(shownFrom),
  shownUntil: shownUntil === null ? '' : typedMoment(shownUntil),
})

/** The figure of a banner's place. */
const POSITION = { of: 'whole', most: 99 } as const
export const BANNER_FIGURES = { position: POSITION } as const

const TYPES = [1, 2, 3] as const
export const meantArticle = ({ type, publishedTime, ...texts }: TypedArticle): Article => ({
  ...typedWritten(texts),
  type: TYPES.find((one) => String(one) === type) ?? 1,
  publishedTime: readMoment(publishedTime) ?? '',
})
export const meantBanner = (form: TypedBanner): Banner => ({
  titleZh: form.titleZh,
  titleEn: form.titleEn,
  textZh: form.textZh,
  textEn: form.textEn,
  href: form.href.trim(),
  picture: form.picture === '' ? null : form.picture,
  position: wholeIn(form.position, POSITION.most) ?? Number.NaN,
  shownFrom: readMoment(form.shownFrom) ?? '',
  shownUntil: form.shownUntil === '' ? null : (readMoment(form.shownUntil) ?? ''),
})

export const NO_TEXT: Written = { titleZh: '', titleEn: '', summaryZh: '', summaryEn: '', bodyZh: '', bodyEn: '' }
export const newArticle = (now: number): Article => ({
  ...NO_TEXT,
  type: 1,
  publishedTime: new Date(now).toISOString(),
})
export const newBanner = (now: number): Banner => ({
  titleZh: '',
  titleEn: '',
  textZh: '',
  textEn: '',
  href: '',
  picture: null,
  position: 1,
  shownFrom: new Date(now).toISOString(),
  shownUntil: null,
})

function textOf(field: string, issue: { readonly code: string }): FormText {
  if (field === 'publishedTime' || field === 'shownFrom' || field === 'shownUntil') return 'timeWrong'
  if (field === 'href') return 'addressWrong'
  if (field === 'position') return 'numberWrong'
  return issue.code === 'too_big' ? 'tooLong' : 'required'
}

function issuesOf(schema: z.ZodType, value: unknown) {
  const { error } = schema.safeParse(value)
  return (error?.issues ?? []).map((issue) => {
    const field = String(issue.path[0])
    const message: FormText = textOf(field, issue)
    return { code: 'custom' as const, path: [field], message }
  })
}

/** Checks a form by the contract's schema, and reports each fault at its field. */
const rulesOf = <T>(schema: z.ZodType, meant: (form: T) => unknown) =>
  resolved(
    z.custom<T>().superRefine((form, ctx) => {
      for (const issue of issuesOf(schema, meant(form))) ctx.addIssue(issue)
    }),
  )
export const ARTICLE_RULES = rulesOf<TypedArticle>(ArticleContent, meantArticle)
export const WRITTEN_RULES = rulesOf<TypedWritten>(WrittenContent, typedWritten)
/** The agreement of companies keeps its gaps. */
export const AGREEMENT_RULES = resolved(
  z.custom<TypedWritten>().superRefine((form, ctx) => {
    for (const issue of issuesOf(WrittenContent, typedWritten(form))) ctx.addIssue(issue)
    const message: FormText = 'gapsWrong'
    for (const field of ['bodyZh', 'bodyEn'] as const)
      if (form[field].trim() !== '' && !fitsCompany(form[field]))
        ctx.addIssue({ code: 'custom', path: [field], message })
  }),
)
export const BANNER_RULES = rulesOf<TypedBanner>(BannerContent, meantBanner)
