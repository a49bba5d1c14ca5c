import { existsSync } from 'node:fs'

const places = [
  process.env['CHROME_PATH'],
  // Debian's browser without windows: a sixth less work for the same pages.
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** An installed Chromium or Chrome; none means that Playwright's own is used. */
export function installedBrowser(): string | undefined {
  return places.find((place) => place !== undefined && existsSync(place))
}

/**
 * Playwright's own list, of which the browser hears no more once there is another; and three that cost more time of a
 * processor than the pages under test: each window loads two pages for suggestions below its address bar, and each text
 * is looked at for its language.
 */
const NOT_NEEDED = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'Translate',
]
const runsAsRoot = process.getuid?.() === 0

/** Launch options of every test browser, including the fixtures'. */
export function launchOptions() {
  const executablePath = installedBrowser()
  return {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      `--disable-features=${NOT_NEEDED.join(',')}`,
      ...(runsAsRoot ? ['--no-sandbox'] : []),
    ],
  }
}
