import { afterEach, expect, it } from 'vitest'
import { pageClient } from '../../../tests/support/client.tsx'
import { SIGNED_IN_USER } from '../../../tests/support/signed-in-user.ts'
import { Queries } from './client.ts'
import { userQuery } from './user.ts'
import { watchUserInfo } from './userInfo.ts'

afterEach(() => {
  document.cookie = 'Seller-Token=; path=/; max-age=0'
  localStorage.clear()
})
const stored = (): unknown => JSON.parse(localStorage.getItem('user-info') ?? 'null')

it.each([
  ['Miss', 'miss'],
  ['Mr.', 'male'],
  ['Mrs.', 'woman'],
  [null, null],
] as const)('spec §3: the person’s record with the title %s is stored, and goes with the session', (title, sex) => {
  const client = pageClient()
  client.session.signedIn('token', 3_600, 'buyer1')
  const queries = new Queries(client)
  watchUserInfo(queries)
  expect(stored()).toBeNull()
  queries.setQueryData(userQuery.queryKey, { ...SIGNED_IN_USER, appellationName: title, name: '李雷' })
  expect(stored()).toEqual({ appellationName: title, sex, name: '李雷' })
  client.session.end()
  expect(stored()).toBeNull()
})

it('an answer that came before is stored too', () => {
  const client = pageClient()
  client.session.signedIn('token', 3_600, 'buyer1')
  const queries = new Queries(client)
  queries.setQueryData(userQuery.queryKey, { ...SIGNED_IN_USER, name: '韩梅梅' })
  watchUserInfo(queries)
  expect(stored()).toMatchObject({ name: '韩梅梅' })
})

it('once the sign-in has ended, an answer of before is not stored again: neither a known one nor a late one', () => {
  const client = pageClient()
  const queries = new Queries(client)
  queries.setQueryData(userQuery.queryKey, SIGNED_IN_USER)
  watchUserInfo(queries)
  expect(stored()).toBeNull()
  queries.setQueryData(userQuery.queryKey, { ...SIGNED_IN_USER, name: '韩梅梅' })
  expect(stored()).toBeNull()
})
