import type { InjectOptions } from 'fastify'
import sharp from 'sharp'
import * as z from 'zod'
import type { House } from './house.ts'

export interface Part {
  readonly name: string
  readonly bytes: Buffer | string
  readonly field?: string
  readonly type?: string
}
const BORDER = 'border-of-a-test'

/** A form as a browser sends it. */
export function formOf(
  parts: readonly Part[],
  fields: Readonly<Record<string, string>> = {},
): { readonly payload: Buffer; readonly headers: Record<string, string> } {
  const pieces = [
    ...parts.flatMap(({ name, bytes, field = 'file', type = 'application/octet-stream' }) => [
      `--${BORDER}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
      bytes,
      '\r\n',
    ]),
    ...Object.entries(fields).map(
      ([name, value]) => `--${BORDER}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
    `--${BORDER}--\r\n`,
  ]
  return {
    payload: Buffer.concat(pieces.map((piece) => Buffer.from(piece))),
    headers: { 'content-type': `multipart/form-data; boundary=${BORDER}` },
  }
}

const Answer = z.object({
  code: z.number(),
  msg: z.string(),
  reason: z.string().optional(),
  fileName: z.string().optional(),
  fileNames: z.array(z.string()).optional(),
})

export interface Uploading {
  readonly query?: Record<string, string>
  readonly fields?: Record<string, string>
  readonly headers?: Record<string, string>
}

export async function upload(
  house: House,
  token: string | undefined,
  parts: readonly Part[],
  { query, fields, headers }: Uploading = {},
) {
  const form = formOf(parts, fields)
  const options: InjectOptions = {
    method: 'POST',
    url: '/prod-api/common/upload',
    payload: form.payload,
    ...(query && { query }),
    headers: { ...form.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
  }
  const http = await house.app.inject(options)
  return { ...Answer.parse(http.json()), http }
}

export const download = (house: House, token: string | undefined, path: string) =>
  house.app.inject({
    method: 'GET',
    url: `/prod-api${path}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })

/** A small picture of a paper. */
export const pictureOf = (format: 'jpeg' | 'png', side = 64): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#f4efe6' } })
    [format]()
    .toBuffer()

/** Uploads a license; its path. */
export async function licenseOf(house: House, token: string): Promise<string> {
  const { fileName } = await upload(house, token, [{ name: 'license.jpg', bytes: await pictureOf('jpeg') }], {
    query: { kind: 'picture' },
  })
  if (fileName === undefined) throw new Error('the license was not taken')
  return fileName
}
