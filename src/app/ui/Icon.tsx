/** Line drawings on a 24 grid, stroke 2: enough for this app, without a font to fetch. */
const PATHS = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  down: 'M6 9l6 6 6-6',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M7 7l10 10M17 7L7 17',
  clock: 'M12 7v5l3 2M12 3a9 9 0 100 18 9 9 0 000-18z',
  pause: 'M9 6v12M15 6v12',
  flag: 'M6 21V4h11l-2.5 4L17 12H6',
  ring: 'M12 5a7 7 0 100 14 7 7 0 000-14z',
  play: 'M8 5.5v13l10-6.5z',
  alert: 'M12 4L2.8 19.5h18.4zM12 10v4M12 17h.01',
  stop: 'M8.5 3h7L21 8.5v7L15.5 21h-7L3 15.5v-7zM12 8v4.5M12 16h.01',
  bell: 'M6 17v-6a6 6 0 0112 0v6l2 2H4zM10 22h4M12 3v2',
  star: 'M12 4l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z',
  search: 'M11 5a6 6 0 100 12 6 6 0 000-12zM15.5 15.5L20 20',
  filter: 'M4 6h16M7 12h10M10 18h4',
  table: 'M4 6h16v12H4zM4 10.5h16M10 10.5V18',
  cards: 'M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z',
  user: 'M12 4a4 4 0 100 8 4 4 0 000-8zM4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5',
  globe:
    'M12 3a9 9 0 100 18 9 9 0 000-18zM3 12h18M12 3c2.5 2.6 3.6 5.6 3.6 9s-1.1 6.4-3.6 9c-2.5-2.6-3.6-5.6-3.6-9s1.1-6.4 3.6-9z',
  contrast: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 3v18M12 8h7.5M12 12h9M12 16h7.5',
  leave: 'M14 4H5v16h9M10 12h10M16.5 8.5L20 12l-3.5 3.5',
  retry: 'M20 5v5h-5M19.5 10a8 8 0 10.8 5.5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.5a2.5 2.5 0 100 5 2.5 2.5 0 000-5z',
  link: 'M4 18h2v-4H4zM11 18h2V9h-2zM18 18h2V4h-2z',
  offline: 'M4 18h2v-4H4zM11 18h2v-3M18 18h2M4 4l16 16',
  hammer: 'M13 4l6 6-3 3-6-6zM11.5 8.5L4 16l3 3 7.5-7.5M14 21h7',
  doc: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  number: 'M9 4L7 20M17 4l-2 16M4 9h16M3.5 15h16',
  gear: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  shop: 'M4 10v10h16V10M3 10l2-6h14l2 6M3 10h18M10 20v-6h4v6',
  out: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  up: 'M12 19V6M6 11.5L12 5.5l6 6',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  camera: 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM12 10.2a3.2 3.2 0 100 6.4 3.2 3.2 0 000-6.4z',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  noImage: 'M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 4M15.5 9h.01',
} as const

export type IconName = keyof typeof PATHS
export const isIcon = (name: string | null): name is IconName => name !== null && name in PATHS

export function Icon({
  name,
  size = 20,
  filled = false,
}: {
  readonly name: IconName
  readonly size?: number
  readonly filled?: boolean
}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
