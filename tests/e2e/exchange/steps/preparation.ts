import type { Page } from '@playwright/test'
import { expect } from '../../fixtures.ts'
import { inDialog } from './page.ts'

/** A schedule with one session; the path of the session's page. */
export async function makeSession(desk: Page, name: string): Promise<string> {
  await desk.goto('/desk/schedules/new')
  await desk.getByLabel('名称（中文）').fill(name)
  await desk.getByLabel('名称（英文）').fill('Spring timber sale')
  await desk.getByLabel('地点（中文）').fill('太仓')
  await desk.getByLabel('地点（英文）').fill('Taicang')
  await desk.getByRole('button', { name: '保存' }).click()
  await desk.getByRole('button', { name: '新建场次' }).click()
  await expect(desk).toHaveURL(/\/desk\/sales\//)
  return new URL(desk.url()).pathname
}

/** Accepts all lots that wait, on the session's page. */
export async function acceptAll(desk: Page, count: number): Promise<void> {
  await desk.getByRole('button', { name: new RegExp(`全部 ${count} 个`) }).click()
  await inDialog(desk, '全部接受').click()
  await expect(desk.getByText(`已接受 ${count} 个标的`)).toBeVisible()
}

interface Times {
  /** Label of the host's choice. */
  readonly host: string
  readonly startsInMs: number
  /** Sign-up ends so long before the start. */
  readonly signUpEndsMs: number
}

/** Beijing time as a `datetime-local` field takes it, to the second. */
const typed = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 19)

/** Sets times, rules and deposits on the session's page, and publishes; the start. */
export async function publish(desk: Page, { host, startsInMs, signUpEndsMs }: Times): Promise<number> {
  const rules = desk.getByRole('form', { name: '时间与规则' })
  await rules.getByLabel('主持人').selectOption({ label: host })
  await rules.getByLabel('每轮竞价时长（秒）').fill('150')
  await rules.getByLabel('临近结束出价后的延时（秒）').fill('10')
  await rules.getByLabel('未达保留价时卖方确认时限（分钟）').fill('5')
  for (const currency of ['人民币', '美元', '欧元']) await rules.getByLabel(`保证金（${currency}）`).fill('20000')
  const start = Date.now() + startsInMs
  await rules.getByLabel('开始时间（北京时间）').fill(typed(start))
  await rules.getByLabel('报名截止（北京时间）').fill(typed(start - signUpEndsMs))
  await rules.getByRole('button', { name: '保存' }).click()
  await expect(desk.getByText('时间与规则已保存。')).toBeVisible()
  await desk.getByRole('button', { name: '发布', exact: true }).click()
  await inDialog(desk, '发布').click()
  await expect(desk.getByRole('button', { name: '进入会场' })).toBeVisible()
  return start
}
