/** The end of a log: rings that wander as wood does, a crack, the pith off centre. Drawn, not fetched. */
const STEPS = 40

function ring(radius: number, wobble: number): string {
  const points = Array.from({ length: STEPS }, (_, step) => {
    const angle = (step / STEPS) * 2 * Math.PI
    const drift = 1 + wobble * (0.5 * Math.sin(2 * angle + 1.1) + 0.32 * Math.sin(3 * angle + 0.4) + 0.12 * Math.sin(7 * angle))
    const [x, y] = [Math.cos(angle), Math.sin(angle)].map((axis) => axis * radius * drift)
    // The rings lie closer on the side that stood against the wind.
    return `${(50 + (x ?? 0) - (46 - radius) * 0.1).toFixed(1)} ${(50 + (y ?? 0) + (46 - radius) * 0.08).toFixed(1)}`
  })
  return `M${points.join('L')}Z`
}

const BARK = ring(46, 0.045)
const RINGS = [41.5, 37, 33.5, 29, 26.5, 22, 19, 15.5, 11, 8, 4.5].map((radius) => ring(radius, 0.05)).join('')
/** As small as a letter, many rings are a blur. */
const FEW_RINGS = [35, 24, 13].map((radius) => ring(radius, 0.05)).join('')
const SMALL = 56

export function EndGrain({ size, className }: { readonly size?: number; readonly className?: string | undefined }) {
  const small = size !== undefined && size < SMALL
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 100 100" fill="none" aria-hidden="true">
      <path d={BARK} fill="var(--kraft)" stroke="var(--bark)" strokeWidth={small ? 6 : 3.2} strokeLinejoin="round" />
      <path d={small ? FEW_RINGS : RINGS} stroke={small ? 'var(--bark)' : 'var(--ring)'} strokeWidth={small ? 4 : 1.1} strokeLinejoin="round" />
      {small ? null : <path d="M47 52L57 40L73 24L62 39ZM45 55L30 70L41 59Z" fill="var(--bark)" />}
    </svg>
  )
}
