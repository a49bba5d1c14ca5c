interface Event {
  readonly id: string
  /** Grows with every change, so that calendars replace the earlier entry. */
  readonly sequence: number
  readonly stamp: number
  readonly from: number
  readonly seconds: number
  readonly name: string
  readonly place: string
  readonly about: string
  /** Address of the sale's page; null when unknown. */
  readonly address: string | null
}

/** One event of a calendar (RFC 5545). */
export function calendarEvent({ id, sequence, stamp, from, seconds, name, place, about, address }: Event): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Timber Sale Room//Sales//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}@timber-sale-room`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${stampOf(stamp)}`,
    `DTSTART:${stampOf(from)}`,
    `DTEND:${stampOf(from + seconds * 1000)}`,
    `SUMMARY:${escaped(name)}`,
    `DESCRIPTION:${escaped(address === null ? about : `${about}\n${address}`)}`,
    `LOCATION:${escaped([place, address].filter((part) => part !== null && part !== '').join(' '))}`,
    ...(address === null ? [] : [`URL:${address}`]),
    'STATUS:CONFIRMED',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(name)}`,
    'TRIGGER:-PT30M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** `20261120T060000Z` */
const stampOf = (at: number): string => `${new Date(at).toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`

const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    // oxlint-disable-next-line no-control-regex -- a line must hold none
    .replaceAll(/[\0-\x1f\x7f]/g, '')

const MOST_BYTES = 75
/** Folds a line at 75 bytes, never inside a character. */
function folded(line: string): string {
  const lines: string[] = []
  let [now, bytes] = ['', 0]
  for (const char of line) {
    const more = Buffer.byteLength(char)
    if (bytes + more > MOST_BYTES) {
      lines.push(now)
      ;[now, bytes] = [' ', 1]
    }
    now += char
    bytes += more
  }
  return [...lines, now].join('\r\n')
}
