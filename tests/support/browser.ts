import { existsSync } from 'node:fs'

const places = [
  process.env['CHROME_PATH'],
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

const runsAsRoot = process.getuid?.() === 0

/** What every browser of the tests is launched with, in fixtures too. */
export function launchOptions() {
  const executablePath = installedBrowser()
  return {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      ...(runsAsRoot ? ['--no-sandbox'] : []),
    ],
  }
}
