import type { Locale } from '../../../contract/constants.ts';
import { EARLY_PRESS, HOME_DATA } from '../../../contract/home.ts';
import type { HomeData, Look } from '../../../contract/home.ts';

/** What search engines and the browser's tab say; the page itself is in the app's words. */
const WORDS: Readonly<Record<Locale, { readonly lang: string; readonly title: string; readonly about: string }>> = {
  zh: { lang: 'zh-CN', title: '木材竞价采购平台', about: '木材在线竞价与采购：看场次与标的，报名，进场出价。网络不好也能用。' },
  en: { lang: 'en', title: 'Timber Sale Room', about: 'Timber sold live online: read the catalogues, sign up and bid, on a weak link too.' },
};

export interface HomeDocument {
  readonly template: string;
  readonly data: HomeData;
  readonly looks: readonly Look[];
  /** As the app draws it. */
  readonly markup: string;
  /** `https://sale.example`; null when it cannot be told. */
  readonly origin: string | null;
}

/** The built page with the home page written into it, and the data it was written from. */
export function homeDocument({ template, data, looks, markup, origin }: HomeDocument): string {
  const { lang, title, about } = WORDS[data.locale];
  // A function as replacement: what is put in may hold `$&`.
  return template
    .replace(/<html lang="[^"]*"/, () => `<html lang="${lang}"${looks.map(worn).join('')}`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, (_, start: string) => start + about)
    // What other pages begin with: how they look is read from the device, which takes a moment that nobody has here. Here somebody may press
    // what is not alive yet.
    .replace(/<script data-look>[\s\S]*?<\/script>/, () => `<script>${EARLY_PRESS}</script>`)
    .replaceAll(/\s*<link[^>]* data-later[^>]*>/g, '')
    .replaceAll(/<!--(zh|en)(<link[^>]*>)\1-->/g, (_, locale: string, link: string) => (locale === data.locale ? link : ''))
    .replace('</head>', () => `${alternates(origin)}</head>`)
    .replace(/<noscript>[\s\S]*?<\/noscript>\s*/, '')
    .replace('<div id="root"></div>', () => `<div id="root">${markup}</div><script type="application/json" id="${HOME_DATA}">${inScript(data)}</script>`);
}

/** As the app puts it on (`lib/layout`). */
const worn = (look: Look): string => (look === 'green' ? ' data-brand="green"' : ` data-scheme="${look}"`);

/** Nothing in the data can end the element that it stands in. */
const inScript = (data: HomeData): string => JSON.stringify(data).replaceAll('<', String.raw`\u003c`);

const alternates = (origin: string | null): string => (origin === null ? '' : [
  `<link rel="canonical" href="${origin}/index">`,
  `<link rel="alternate" hreflang="zh" href="${origin}/index?lang=zh">`,
  `<link rel="alternate" hreflang="en" href="${origin}/index?lang=en">`,
  `<link rel="alternate" hreflang="x-default" href="${origin}/index">`,
].join(''));
