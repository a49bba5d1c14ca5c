import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Picture } from '../../ui/Picture.tsx'
import css from './LotPage.module.css'
import type { LotDetail } from './queries.ts'

export function Gallery({ lot }: { readonly lot: LotDetail }) {
  const { t } = useLingui()
  const [at, setAt] = useState(0)
  const { pictures, placeholder, name } = lot
  return (
    <div className={css.gallery}>
      <Picture key={pictures[at]} className={css.main} src={pictures[at] ?? null} placeholder={at === 0 ? placeholder : null} alt={name} ratio={4 / 3} eager />
      {pictures.length > 1 && (
        <div className={css.thumbs}>
          {pictures.map((picture, index) => {
            const number = index + 1
            return (
              <button key={picture} type="button" aria-pressed={index === at} aria-label={t`Picture ${number}`} onClick={() => setAt(index)}>
                <Picture src={index === 0 ? (lot.thumbnail ?? picture) : picture} placeholder={index === 0 ? placeholder : null} alt="" />
              </button>
            )
          })}
        </div>
      )}
    </div>
  )
}
