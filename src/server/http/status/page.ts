import type { MessageDescriptor } from '@lingui/core'
import type { Locale } from '../../../contract/constants.ts'
import type { Instant } from '../../../domain/units.ts'
import type { Translate } from '../../i18n.ts'
import { overall } from './status.ts'
import type { Part, State } from './status.ts'

interface StatusPage {
  readonly parts: readonly Part[]
  readonly locale: Locale
  readonly translate: Translate
  readonly now: Instant
  readonly version: string
}

/** The status page: complete without a script; `/status.js` reads it again every 15 s. */
export function statusPage({ parts, locale, translate, now, version }: StatusPage): string {
  const t = (descriptor: MessageDescriptor, values?: Readonly<Record<string, unknown>>): string =>
    escaped(translate(descriptor, values))
  const whole = overall(parts)
  const other = locale === 'zh' ? 'en' : 'zh'
  const row = ({ title, state, text, values }: Part): string => {
    const mark = state && `<span class="state">${t(texts.states[state])}</span>`
    return `<li${state ? ` data-state="${state}"` : ''}><h2>${t(title)}</h2>${mark ?? ''}<p>${t(text, values)}</p></li>`
  }
  return `<!doctype html>
<html lang="${TAGS[locale]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${t(texts.title)} · ${t(texts.site)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/status.css">
<script src="/status.js" defer></script>
</head>
<body>
<header><a href="/index"><img src="/icon.svg" alt="" width="24" height="24">${t(texts.site)}</a><a href="/status?lang=${other}" lang="${TAGS[other]}">${LANGUAGES[other]}</a></header>
<main data-state="${whole}">
<h1>${t(texts.whole[whole])}</h1>
<ul>
${parts.map(row).join('\n')}
</ul>
<p class="when">${t(texts.when, { time: moments[locale].format(now), version })}</p>
</main>
<p id="away" role="status" hidden>${t(texts.away)}</p>
</body>
</html>
`
}

const TAGS: Readonly<Record<Locale, string>> = { zh: 'zh-CN', en: 'en' }
const LANGUAGES: Readonly<Record<Locale, string>> = { zh: '中文', en: 'English' }

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)

const beijing = (tag: string) =>
  new Intl.DateTimeFormat(tag, {
    timeZone: 'Asia/Shanghai',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
const moments: Readonly<Record<Locale, Intl.DateTimeFormat>> = { zh: beijing('zh-CN'), en: beijing('en-GB') }

const texts = {
  site: /*i18n*/ { id: 'status.site', message: 'Timber Sale Room' },
  title: /*i18n*/ { id: 'status.title', message: 'Service status' },
  whole: {
    good: /*i18n*/ { id: 'status.whole.good', message: 'Everything works.' },
    reduced: /*i18n*/ { id: 'status.whole.reduced', message: 'Bidding works. Some parts have problems.' },
    down: /*i18n*/ { id: 'status.whole.down', message: 'Bids cannot be accepted right now.' },
  } satisfies Record<State, MessageDescriptor>,
  states: {
    good: /*i18n*/ { id: 'status.state.good', message: 'Working' },
    reduced: /*i18n*/ { id: 'status.state.reduced', message: 'Limited' },
    down: /*i18n*/ { id: 'status.state.down', message: 'Not working' },
  } satisfies Record<State, MessageDescriptor>,
  when: /*i18n*/ {
    id: 'status.when',
    message: 'As this server sees it: {time} (Beijing). Release {version}.',
  },
  away: /*i18n*/ {
    id: 'status.away',
    message: 'The server cannot be reached from here. What stands above is from before; it is read again every 15 s.',
  },
}
