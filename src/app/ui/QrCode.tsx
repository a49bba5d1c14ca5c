import { encode } from 'uqr'

/** Any mask is readable, and comparing all eight would delay scrolling. */
const MASK = 3

interface Props {
  readonly text: string
  /** What the code is for. It never repeats the text, which may be a secret. */
  readonly alt: string
  readonly className: string | undefined
}

/** A QR code, drawn as one path. */
export function QrCode({ text, alt, className }: Props) {
  const { data, size } = encode(text, { ecc: 'M', border: 0, maskPattern: MASK })
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${dark}"/></svg>`
  return <img className={className} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={alt} />
}
