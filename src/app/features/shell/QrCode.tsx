import { useLingui } from '@lingui/react/macro'
import { encode } from 'uqr'

/** A QR code as one path. */
export function QrCode({ text, className }: { readonly text: string; readonly className: string | undefined }) {
  const { t } = useLingui()
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  return (
    <svg className={className} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label={t`QR code of the app: ${text}`}>
      <path d={rows(data)} fill="#000" />
    </svg>
  )
}

const rows = (data: readonly (readonly boolean[])[]): string =>
  data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
