import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { chineseClient, InClient } from '../../../../tests/support/client.tsx'
import { Queries } from '../../lib/client.ts'
import { menuQuery } from '../../lib/menu.ts'
import { userQuery, type User } from '../../lib/user.ts'
import { CompanyCard } from './CompanyCard.tsx'

afterEach(cleanup)

const user: User = {
  userId: 'u1',
  account: 'admin',
  name: '周启明',
  appellationName: null,
  company: null,
  status: 2,
  agreementStatus: 0,
  roles: [],
  permissions: [],
}
const entry = (name: string, path: string, title: string) => ({
  name,
  path,
  hidden: false,
  component: name,
  meta: { title, icon: null, link: null, frame: null },
  children: [],
})
const desk = { ...entry('Desk', '/desk', '运营工作台'), children: [entry('C', '/desk/certification', '认证审核')] }

async function shown(of: Partial<User>) {
  const client = await chineseClient('people')
  client.session.signedIn('token', 3_600, 'admin')
  const queries = new Queries(client, { defaultOptions: { queries: { staleTime: Infinity } } })
  queries.setQueryData(userQuery.queryKey, { ...user, ...of })
  queries.setQueryData(menuQuery.queryKey, [entry('Main', '/', '木材竞价'), desk])
  render(
    <InClient client={client} queries={queries}>
      <CompanyCard />
    </InClient>,
  )
  return screen.getByRole('region')
}

it.each([
  ['an administrator', { roles: ['admin'], status: 4 }],
  ['who holds an operator’s permission', { permissions: ['user:certification:review'] }],
] as const)('%s is shown the desk, and is not told to get certified', async (_who, of) => {
  const card = await shown({
    ...of,
    roles: 'roles' in of ? [...of.roles] : [],
    permissions: 'permissions' in of ? [...of.permissions] : [],
  })
  expect(card.textContent).toContain('运营账号')
  expect(screen.getByRole('link', { name: '认证审核' }).getAttribute('href')).toBe('/desk/certification')
  expect(card.textContent).not.toMatch(/未认证|未生成|参与竞价/)
})
it.each([
  ['host', '主持'],
  ['audience', '旁听'],
] as const)('a %s is told of the own part, and not of bidding', async (role, word) => {
  const card = await shown({
    roles: [role],
    status: 4,
    agreementStatus: 1,
    company: { companyId: 'c', name: '某公司', country: 'CN' },
  })
  expect(card.textContent).toContain(word)
  expect(card.textContent).not.toContain('出价')
})
it('a new user is told to get certified', async () => {
  const card = await shown({})
  expect(card.textContent).toMatch(/认证/)
  expect(card.textContent).not.toContain('运营账号')
})
