import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { listCalls } from './openapi.ts'
import { wire } from './wire.ts'

const calls = listCalls()

describe('the wire table', () => {
  it('has every call of the contract, under its name, as the contract has it', () => {
    expect(Object.keys(wire).toSorted()).toEqual(calls.map(([name]) => name).toSorted())
    expect(Object.fromEntries(calls)).toMatchObject(wire)
  })

  it('names each address once', () => {
    const addresses = Object.values(wire).map(({ method, path }) => `${method} ${path}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it('limits every call that can be made without a token and does more than read', () => {
    const unlimited = calls.filter(([, { token, method, limit }]) => token === 'none' && method !== 'GET' && !limit)
    expect(unlimited.map(([name]) => name)).toEqual([])
  })

  it('brings no library along: the browser’s first visit carries it', () => {
    const source = readFileSync(new URL('wire.ts', import.meta.url), 'utf8')
    expect(source.match(/^import .*$/gm)).toEqual(["import type { RateLimitName } from './limits.ts'"])
  })
})
