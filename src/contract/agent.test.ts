import { expect, it } from 'vitest'
import { namesOfAgent } from './agent.ts'

const MOZILLA = 'Mozilla/5.0'
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'Edge',
    'Windows',
  ],
  [
    `${MOZILLA} (Linux; Android 14; V2309A) ${WEBKIT} Chrome/116.0 Mobile Safari/537.36 MicroMessenger/8.0`,
    'WeChat',
    'Android',
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605 Version/18.1 Mobile/15E148 Safari/604.1`,
    'Safari',
    'iPhone',
  ],
  [`${MOZILLA} (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0`, 'Firefox', 'Mac'],
  [
    `${MOZILLA} (Phone; OpenHarmony 5.0) ${WEBKIT} Chrome/114.0 Mobile Safari/537.36 HuaweiBrowser/5.0`,
    'Huawei Browser',
    'HarmonyOS',
  ],
  ['curl/8.5.0', null, null],
  ['', null, null],
])('%s is %s on %s', (agent, browser, system) => {
  expect(namesOfAgent(agent)).toEqual({ browser, system })
})
