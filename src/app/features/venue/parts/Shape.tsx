/** Small solid shapes beside words, distinguishable without colour. */
const POINTS = {
  up: '6,1 11,10 1,10',
  down: '6,11 1,2 11,2',
  square: '2,2 10,2 10,10 2,10',
  diamond: '6,0.5 11.5,6 6,11.5 0.5,6',
} as const

export function Shape({ name, size = 11 }: { readonly name: keyof typeof POINTS; readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 12 12" fill="currentColor" aria-hidden="true">
      <polygon points={POINTS[name]} />
    </svg>
  )
}
