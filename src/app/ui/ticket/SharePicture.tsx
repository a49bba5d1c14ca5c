import { Trans, useLingui } from '@lingui/react/macro'
import { useClient } from '../../lib/client.ts'
import { formatZoned } from '../../lib/format/index.ts'
import { saveBlob } from '../../lib/saveBlob.ts'
import { useOnce } from '../../lib/useOnce.ts'
import { Button } from '../Button.tsx'
import { Icon } from '../Icon.tsx'
import { notify } from '../toast.ts'
import type { TicketFace } from './face.ts'
import { layOut, paint, type PictureWords } from './picture.ts'

/** Shares a ticket as a picture: with another app if the device can, else as a file. The app itself sends nothing. */
export function SharePicture({ face }: { readonly face: TicketFace }) {
  const client = useClient()
  const { t } = useLingui()
  const words = {
    product: t`Timber Sale Room`,
    when: formatZoned(face.at, client.locale),
    number: t`Bidding number`,
  }
  const [busy, share] = useOnce(async () => {
    const picture = await drawn(face, words)
    if (picture === null) notify(client, { tone: 'warn', title: t`This browser could not draw the picture.` })
    else await hand(picture, `${face.id}.png`, face.title)
  })
  return (
    <Button variant="quiet" size="small" busy={busy} onClick={share} aria-describedby={face.id}>
      <Icon name="out" size={18} />
      <Trans>Share as a picture</Trans>
    </Button>
  )
}

function drawn(face: TicketFace, words: PictureWords): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (context === null) return Promise.resolve(null)
  const family = getComputedStyle(document.body).fontFamily
  const picture = layOut(face, words, (text, { size, bold }) => {
    context.font = `${bold ? 700 : 400} ${size}px ${family}`
    return context.measureText(text).width
  })
  canvas.width = picture.width
  canvas.height = picture.height
  paint(context, picture, family)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

async function hand(picture: Blob, name: string, title: string): Promise<void> {
  const shared = { files: [new File([picture], name, { type: picture.type })], title }
  if (!canShare(shared)) return saveBlob(name, picture)
  try {
    await navigator.share(shared)
  } catch (error) {
    // The person closed the share sheet without a choice, so no file is saved either.
    if (!(error instanceof DOMException && error.name === 'AbortError')) saveBlob(name, picture)
  }
}

/** Some browsers share only text, and older ones nothing. */
const canShare = (data: ShareData): boolean => typeof navigator.canShare === 'function' && navigator.canShare(data)
