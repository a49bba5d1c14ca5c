import { PathLink } from './PathLink.tsx'
import { Picture } from './Picture.tsx'
import css from './BannerCard.module.css'

interface Props {
  readonly title: string
  readonly text: string
  /** A page of the app, or an external address; `''`: no link. */
  readonly href: string
  readonly picture: string | null
}

/** A banner of the home page. */
export function BannerCard({ title, text, href, picture }: Props) {
  const content = (
    <>
      {picture !== null && <Picture src={picture} alt="" ratio={16 / 9} />}
      <span className={css.words}>
        <strong>{title}</strong>
        {text !== '' && <span>{text}</span>}
      </span>
    </>
  )
  if (href.startsWith('/'))
    return (
      <PathLink href={href} className={css.card}>
        {content}
      </PathLink>
    )
  return href.startsWith('https://') ? (
    <a href={href} className={css.card} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
      {content}
    </a>
  ) : (
    <div className={css.card}>{content}</div>
  )
}
