import css from './Lobby.module.css'

const FULL_MS = 1_000

/** Recent response times as bars: taller is slower. The figures are beside them. */
export function Meter({ delays }: { readonly delays: readonly number[] }) {
  return (
    <span className={css.meter} aria-hidden="true">
      {delays.map((delay, index) => {
        const part = Math.min(1, delay / FULL_MS)
        // oxlint-disable-next-line react/no-array-index-key -- the bars have no names; only the places move
        return <i key={index} style={{ height: `${Math.max(8, part * 100)}%` }} />
      })}
    </span>
  )
}
