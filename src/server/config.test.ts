import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig, showsCodes, VARIABLES } from './config.ts'

test('without any variable: loopback, port 8007, ./data, the embedded database, the demo world', () => {
  const config = readConfig({})
  expect(config).toEqual({
    host: '127.0.0.1',
    port: 8007,
    dataDir: resolve('data'),
    databaseUrl: null,
    databaseOwnerUrl: null,
    databaseSync: false,
    secretKey: null,
    demo: true,
    trustProxy: false,
    publicUrls: [],
    metricsToken: null,
    smtpUrl: null,
    mailFrom: 'Timber Sale Room <noreply@localhost>',
    smsUrl: null,
    smsToken: null,
    messagesPerHour: 600,
    operatorIdleMinutes: 30,
    nodeId: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
    logLevel: 'warn',
  })
  expect(readConfig({}).nodeId).not.toBe(config.nodeId)
})

test.each([
  [{ HOST: '0.0.0.0' }, false],
  [{ DEMO: '0' }, false],
  [{ DEMO: '1', TRUST_PROXY: '1' }, true],
  [{ TRUST_PROXY: '1' }, false],
  [{ TRUST_PROXY: '127.0.0.1' }, false],
  [{ SMTP_URL: 'smtps://mail' }, false],
  [{ SMS_URL: 'https://sms.example.com/send' }, false],
  [{ HOST: 'localhost' }, true],
  [{ HOST: '::1' }, true],
  [{ HOST: '127.0.0.2', DEMO: '' }, true],
  [{ HOST: '127.evil.example' }, false],
])(
  'the demo world exists only on loopback, and unasked only while no other host is served: %j',
  (environment, demo) => {
    expect(readConfig(environment).demo).toBe(demo)
  },
)

test.each([
  [{}, true],
  [{ DEMO: '0' }, false],
  [{ HOST: '0.0.0.0' }, false],
  [{ DEMO: '1', SMTP_URL: 'smtp://mail' }, false],
  [{ DEMO: '1', SMS_URL: 'https://sms.example.com/send' }, false],
  [{ SMTP_URL: 'smtp://mail' }, false],
  [{ SMS_URL: 'https://sms.example.com/send' }, false],
])(
  'codes are shown on screen in the demo world alone, and only while no carrier is set up: %j',
  (environment, shown) => {
    expect(showsCodes(readConfig(environment))).toBe(shown)
  },
)

test.each([
  ['TRUST_PROXY', '2', { trustProxy: 2 }],
  ['TRUST_PROXY', '0', { trustProxy: false }],
  ['TRUST_PROXY', '10.0.0.0/8, 127.0.0.1', { trustProxy: ['10.0.0.0/8', '127.0.0.1'] }],
  ['PORT', '0', { port: 0 }],
  ['DATABASE_URL', 'postgresql://u:p@db/x', { databaseUrl: 'postgresql://u:p@db/x' }],
  ['SMTP_URL', 'smtps://u:p@mail:465', { smtpUrl: 'smtps://u:p@mail:465' }],
  ['MAIL_FROM', 'a@b.cn', { mailFrom: 'a@b.cn' }],
  ['SMS_URL', 'https://sms.example.com/send', { smsUrl: 'https://sms.example.com/send' }],
  ['SMS_TOKEN', 's3cret', { smsToken: 's3cret' }],
  ['PUBLIC_URL', 'https://sale.example/, https://b.cn', { publicUrls: ['https://sale.example', 'https://b.cn'] }],
  ['METRICS_TOKEN', 'a-token-of-length-20', { metricsToken: 'a-token-of-length-20' }],
])('%s=%s', (name, value, expected) => {
  expect(readConfig({ [name]: value })).toMatchObject(expected)
})

test.each([
  [{ SMS_URL: 'http://sms.example.com/send' }, /^SMS_URL=… is not allowed: .* in the clear\. It takes https:/],
  [{ SMTP_URL: 'smtp://u:p@mail.example?ignoreTLS=true' }, /^SMTP_URL=… is not allowed: it turns TLS off/],
  [{ SMTP_URL: 'smtps://u:p@mail.example?tls.rejectUnauthorized=false' }, /^SMTP_URL=… is not allowed/],
])('15.7 codes never cross the network in the clear: %j', (environment, reason) => {
  expect(() => readConfig(environment)).toThrow(reason)
})

test('15.7 on this machine they may', () => {
  expect(readConfig({ SMS_URL: 'http://127.0.0.1:9/send', SMTP_URL: 'smtp://[::1]:25' }).smsUrl).toContain('127.0.0.1')
})

test.each([
  ['PORT', '80a'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['HOST', 'http://x'],
  ['DEMO', 'yes'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '11'],
  ['LOG_LEVEL', 'loud'],
  ['MAIL_FROM', 'nobody'],
  ['MAIL_FROM', 'a@b.cn\r\nBcc: c@d.e'],
  ['NODE_ID', 'a b'],
  ['PUBLIC_URL', 'sale.example'],
])('%s=%s is refused, with what is allowed', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    new ConfigError(`${name}=${value} is not allowed; it takes ${VARIABLES[name as keyof typeof VARIABLES].allowed}.`),
  )
})

test('all that is wrong is told at once, and no password with it', () => {
  const wrong = () =>
    readConfig({
      PORT: 'x',
      DATABASE_URL: 'mysql://root:secret@db',
      SMTP_URL: 'http://a:secret@b',
      SMS_URL: 'ftp://a:secret@b',
      SMS_TOKEN: 'sec\nret',
    })
  expect(wrong).toThrow(/^PORT=x .*\nDATABASE_URL=… .*\nSMTP_URL=… .*\nSMS_URL=… .*\nSMS_TOKEN=… .*$/)
})

test('the README has every variable as it is', () => {
  const rows = Object.entries(VARIABLES).map(
    ([name, { unset, allowed, about }]) => `| \`${name}\` | ${unset} | ${allowed} | ${about} |`,
  )
  expect(readFileSync('README.md', 'utf8')).toContain(rows.join('\n'))
})
