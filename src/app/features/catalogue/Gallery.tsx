import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSaveData } from '../../lib/saveData.ts'
import { Button } from '../../ui/Button.tsx'
import { Picture } from '../../ui/Picture.tsx'
import css from './LotPage.module.css'
import type { LotDetail } from './queries.ts'

export function Gallery({ lot }: { readonly lot: LotDetail }) {
  const { t } = useLingui()
  const [at, setAt] = useState(0)
  const [wanted, setWanted] = useState(false)
  const saving = useSaveData()
  const { pictures, swatch, name } = lot
  return (
    <div className={css.gallery}>
      <Picture
        key={pictures[at]}
        className={css.main}
        src={pictures[at] ?? null}
        swatch={swatch}
        alt={name}
        ratio={4 / 3}
        eager
        wanted={wanted}
      />
      {saving && !wanted && pictures.length > 0 && (
        <Button variant="line" onClick={() => setWanted(true)}>
          <Trans>Load the pictures</Trans>
        </Button>
      )}
      {pictures.length > 1 && (
        <div className={css.thumbs}>
          {pictures.map((picture, index) => {
            const number = index + 1
            return (
              <button
                key={picture}
                type="button"
                aria-pressed={index === at}
                aria-label={t`Picture ${number}`}
                onClick={() => setAt(index)}
              >
                <Picture
                  src={index === 0 ? (lot.thumbnail ?? picture) : picture}
                  swatch={swatch}
                  alt=""
                  wanted={wanted}
                />
              </button>
            )
          })}
        </div>
      )}
    </div>
  )
}
