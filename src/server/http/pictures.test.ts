import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { PICTURES_PATH, servePictures } from './pictures.ts'

describe('a picture that is still being drawn', () => {
  it('lets the connection go: come again, and keep nothing', async () => {
    const app = Fastify()
    await servePictures(app, { find: () => new Promise(() => undefined) })
    const { statusCode, headers, body } = await app.inject(`${PICTURES_PATH}oak-pile-1.avif`)
    expect({ statusCode, body, again: headers['retry-after'], cache: headers['cache-control'] }).toEqual({
      statusCode: 202,
      body: '',
      again: '2',
      cache: 'no-store',
    })
    await app.close()
  })
})
