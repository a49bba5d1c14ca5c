import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { instant } from '../../domain/units.ts'
import { SECURITY_TXT, serveSecurityTxt } from './security-txt.ts'

const read = (contact: string | null) => {
  const app = Fastify()
  const clock = { now: () => instant(Date.parse('2026-11-28T00:00:00Z')) }
  serveSecurityTxt(app, { contact, publicUrls: ['https://sale.example'], clock })
  return app.inject(SECURITY_TXT)
}

test('security.txt names the contact, for half a year, at its own address', async () => {
  const { statusCode, headers, body } = await read('mailto:security@sale.example')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(body).toBe(
    'Contact: mailto:security@sale.example\nExpires: 2027-05-27T00:00:00.000Z\nPreferred-Languages: zh, en\nCanonical: https://sale.example/.well-known/security.txt\n',
  )
})

test('security.txt is not there without a contact', async () => {
  expect((await read(null)).statusCode).toBe(404)
})
