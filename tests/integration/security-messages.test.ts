import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { smtp } from '../../src/server/mail/smtp.ts'
import { START } from '../support/commands.ts'
import { startSmtpServer } from '../support/store/smtp-server.ts'

const MAIL = {
  id: 'mail-1',
  channel: 'mail' as const,
  recipient: 'li@example.cn',
  subject: 'Code',
  body: '123456',
  secretUntil: null,
  unsubscribe: null,
}

/** An address of this machine that is not loopback: to it a mail leaves, as to any other server. */
const beyond = Object.values(networkInterfaces())
  .flatMap((addresses = []) => addresses)
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

test.runIf(beyond !== undefined)(
  '15.7 a mail server beyond loopback that offers no STARTTLS gets nothing, neither mail nor password, and the reason is told',
  async () => {
    const plain = await startSmtpServer(beyond)
    const post = smtp(plain.url.replace('smtp://', 'smtp://user:secret@'), 'sale@example.cn')
    await expect(post.deliver(MAIL)).rejects.toThrow(/TLS/)
    post.close()
    await plain.close()
    expect(plain.accepted).toEqual([])
    expect(plain.said).toContain('STARTTLS')
    expect(plain.said.filter((line) => /^(?:AUTH|MAIL|RCPT|DATA)/.test(line))).toEqual([])
  },
)

test('15.7 the same server on loopback gets it', async () => {
  const plain = await startSmtpServer()
  const post = smtp(plain.url, 'sale@example.cn')
  await post.deliver(MAIL)
  post.close()
  await plain.close()
  expect(plain.accepted).toHaveLength(1)
})

test.each([
  [{ SMS_URL: 'http://sms.example.com/send' }, 'in the clear'],
  [{ SMTP_URL: 'smtp://mail.example.com?ignoreTLS=true' }, 'it turns TLS off'],
])('15.7 the start is refused with the reason: %j', (environment, reason) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'start-'))
  const started = spawnSync(process.execPath, START, {
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', ...environment },
  })
  rmSync(dataDir, { recursive: true })
  expect(started.status).toBe(1)
  expect(started.stdout + started.stderr).toContain(reason)
})
