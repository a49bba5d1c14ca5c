import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError, readConfig, showsCodes, VARIABLES } from './config.ts'
import type { Config } from './config.ts'

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
    bucket: null,
    demo: true,
    trustProxy: false,
    publicUrls: [],
    tls: null,
    metricsToken: null,
    securityContact: null,
    smtpUrl: null,
    mailFrom: 'Timber Sale Room <noreply@localhost>',
    smsUrl: null,
    smsToken: null,
    pushHosts: ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.notify.windows.com', '*.push.apple.com'],
    messagesPerHour: 600,
    operatorIdleMinutes: 30,
    liveConnections: 20_000,
    otlpEndpoint: null,
    nodeId: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
    logLevel: 'warn',
    auditLog: false,
  })
  expect(readConfig({}).nodeId).not.toBe(config.nodeId)
})

test.each([
  [{ HOST: '0.0.0.0' }, false],
  [{ DEMO: '0' }, false],
  [{ DEMO: '1', TRUST_PROXY: '1' }, true],
  [{ TRUST_PROXY: '1' }, false],
  [{ TRUST_PROXY: '127.0.0.1' }, false],
  [{ TLS_CERT: 'a.pem', TLS_KEY: 'b.pem' }, false],
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

test.each<[string, string, Partial<Config>, Record<string, string>?]>([
  ['TRUST_PROXY', '2', { trustProxy: 2 }],
  ['TRUST_PROXY', '0', { trustProxy: false }],
  ['TRUST_PROXY', '10.0.0.0/8, 127.0.0.1', { trustProxy: ['10.0.0.0/8', '127.0.0.1'] }],
  ['PORT', '0', { port: 0 }],
  ['DATABASE_URL', 'postgresql://u:p@db/x', { databaseUrl: 'postgresql://u:p@db/x' }],
  ['SMTP_URL', 'smtps://u:p@mail:465', { smtpUrl: 'smtps://u:p@mail:465' }],
  ['MAIL_FROM', 'a@b.cn', { mailFrom: 'a@b.cn' }],
  ['MAIL_FROM', '木材竞价 <sale@example.cn>', { mailFrom: '木材竞价 <sale@example.cn>' }],
  ['MAIL_FROM', '"Sale, Ltd." <a@b.cn>', { mailFrom: '"Sale, Ltd." <a@b.cn>' }],
  ['SMS_URL', 'https://sms.example.com/send', { smsUrl: 'https://sms.example.com/send' }],
  ['SMS_TOKEN', 's3cret', { smsToken: 's3cret' }],
  ['PUBLIC_URL', 'https://sale.example/, https://b.cn', { publicUrls: ['https://sale.example', 'https://b.cn'] }],
  ['TLS_CERT', 'a.pem', { tls: { cert: resolve('a.pem'), key: resolve('b.pem') } }, { TLS_KEY: 'b.pem' }],
  ['METRICS_TOKEN', 'a-token-of-length-20', { metricsToken: 'a-token-of-length-20' }],
])('%s=%s', (name, value, expected, others = {}) => {
  expect(readConfig({ [name]: value, ...others })).toMatchObject(expected)
})

test.each([
  [{ SMS_URL: 'http://sms.example.com/send' }, /^SMS_URL=… is not allowed: .* in the clear\. It takes https:/],
  [{ SMTP_URL: 'smtp://u:p@mail.example?ignoreTLS=true' }, /^SMTP_URL=… is not allowed: it turns TLS off/],
  [{ SMTP_URL: 'smtps://u:p@mail.example?tls.rejectUnauthorized=false' }, /^SMTP_URL=… is not allowed/],
])('15.7 codes never cross the network in the clear: %j', (environment, reason) => {
  expect(() => readConfig(environment)).toThrow(reason)
})

test.each([
  [{ TLS_CERT: 'a.pem' }, 'TLS_CERT alone is not allowed'],
  [{ TLS_KEY: 'b.pem' }, 'TLS_KEY alone is not allowed'],
  [{ TLS_CERT: 'a.pem', TLS_KEY: 'b.pem', DEMO: '1' }, 'DEMO=1 is not allowed with TLS_CERT'],
])('TLS takes a certificate and its key, and no demo world: %j', (environment, reason) => {
  expect(() => readConfig(environment)).toThrow(reason)
})

test('a mail server’s password with a % that is no escape is refused by name, with the cure', () => {
  for (const password of ['p%ss', '100%', '%zz', '%E4%B8'])
    expect(() => readConfig({ SMTP_URL: `smtps://u:${password}@mail.example.com` })).toThrow('Write % as %25')
  expect(readConfig({ SMTP_URL: 'smtps://u:p%25ss@mail.example.com' }).smtpUrl).toContain('p%25ss')
})

test('mails need the site’s address for their links, unless it is served on this machine alone', () => {
  const mail = { SMTP_URL: 'smtps://u:p@mail.example.com' }
  expect(() => readConfig({ ...mail, HOST: '0.0.0.0' })).toThrow('SMTP_URL needs PUBLIC_URL')
  expect(readConfig({ ...mail, HOST: '0.0.0.0', PUBLIC_URL: 'https://sale.example' }).smtpUrl).not.toBeNull()
  expect(readConfig(mail).smtpUrl).not.toBeNull()
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
  ['MAIL_FROM', 'a@b.cn, c@d.cn'],
  ['MAIL_FROM', 'a@b.cn c@d.cn'],
  ['MAIL_FROM', 'Sale <a@b.cn>, Other <c@d.cn>'],
  ['MAIL_FROM', 'a@b.cn <c@d.cn>'],
  ['MAIL_FROM', 'Sale, Ltd. <a@b.cn>'],
  ['MAIL_FROM', 'Sale <a@b.cn'],
  ['MAIL_FROM', 'Sale <a b@c.cn>'],
  ['NODE_ID', 'a b'],
  ['PUBLIC_URL', 'sale.example'],
])('%s=%s is refused, with what is allowed', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    new ConfigError(`${name}=${value} is not allowed; it takes ${VARIABLES[name as keyof typeof VARIABLES].allowed}.`),
  )
})

const KEYS = { FILES_ACCESS_KEY: 'AK', FILES_SECRET_KEY: 'sec/ret+=' }

test.each([
  [
    's3://timber/a/b?endpoint=https://s3.example.com&region=eu-north-1',
    { url: 'https://s3.example.com/timber', prefix: 'a/b/', region: 'eu-north-1' },
  ],
  [
    's3://timber?endpoint=https://oss-cn-shanghai.aliyuncs.com&region=cn-shanghai&style=host',
    { url: 'https://timber.oss-cn-shanghai.aliyuncs.com', prefix: '', region: 'cn-shanghai' },
  ],
  [
    's3://timber/?endpoint=http://127.0.0.1:9000',
    { url: 'http://127.0.0.1:9000/timber', prefix: '', region: 'us-east-1' },
  ],
])('FILES_URL=%s', (FILES_URL, expected) => {
  expect(readConfig({ FILES_URL, ...KEYS }).bucket).toEqual({ ...expected, accessKey: 'AK', secretKey: 'sec/ret+=' })
})

test.each([
  'https://s3.example.com/timber',
  's3://timber',
  's3://timber?endpoint=s3.example.com',
  's3://timber?endpoint=https://s3.example.com/path',
  's3://timber?endpoint=https://AK:sec@s3.example.com',
  's3://AK:sec@timber?endpoint=https://s3.example.com',
  's3://Timber_Sale?endpoint=https://s3.example.com',
  's3://timber/a//b?endpoint=https://s3.example.com',
  's3://timber/a b?endpoint=https://s3.example.com',
  's3://timber?endpoint=https://s3.example.com&style=other',
  's3://timber?endpoint=https://s3.example.com&key=sec',
])('FILES_URL=%s is refused, and not repeated', (FILES_URL) => {
  expect(() => readConfig({ FILES_URL, ...KEYS })).toThrow(
    new ConfigError(`FILES_URL=… is not allowed; it takes ${VARIABLES.FILES_URL.allowed}.`),
  )
})

test('15.7 files never cross the network in the clear, nor go to a bucket without keys', () => {
  const plain = 's3://timber?endpoint=http://s3.example.com'
  expect(() => readConfig({ FILES_URL: plain, ...KEYS })).toThrow(/^FILES_URL=… is not allowed: .* in the clear/)
  const fits = 's3://timber?endpoint=https://s3.example.com'
  expect(() => readConfig({ FILES_URL: fits, FILES_ACCESS_KEY: 'AK' })).toThrow('FILES_SECRET_KEY')
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

test('a secret may stand in a file, as a vault gives it, and not in both places', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'token')
  writeFileSync(file, 'sixteen-characters\n')
  expect(readConfig({ METRICS_TOKEN_FILE: file }).metricsToken).toBe('sixteen-characters')
  expect(() => readConfig({ METRICS_TOKEN_FILE: file, METRICS_TOKEN: 'x'.repeat(16) })).toThrow(
    'METRICS_TOKEN and METRICS_TOKEN_FILE are not allowed together.',
  )
  expect(() => readConfig({ SMTP_URL_FILE: join(folder, 'gone') })).toThrow(/SMTP_URL_FILE=.*gone cannot be read/)
  writeFileSync(file, 'short')
  expect(() => readConfig({ METRICS_TOKEN_FILE: file })).toThrow(/^METRICS_TOKEN=… is not allowed/)
})

test.each([
  'https://push.example',
  '*',
  '*.com',
  'localhost',
  'push.example:443',
  '10.0.0.7',
  '169.254.169.254',
  ''.padEnd(2, ','),
])('%s is no host of a push service', (hosts) =>
  expect(() => readConfig({ PUSH_HOSTS: hosts })).toThrow(/^PUSH_HOSTS=/),
)

test('push services are those that are named', () => {
  expect(readConfig({ PUSH_HOSTS: 'push.example, *.notify.windows.com' }).pushHosts).toEqual([
    'push.example',
    '*.notify.windows.com',
  ])
})

test('the README has every variable as it is', () => {
  const rows = Object.entries(VARIABLES).map(
    ([name, { unset, allowed, about }]) => `| \`${name}\` | ${unset} | ${allowed} | ${about} |`,
  )
  expect(readFileSync('README.md', 'utf8')).toContain(rows.join('\n'))
})
