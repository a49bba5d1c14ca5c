import { describe, expect, it } from 'vitest'
import { importsOf, laterOf, namedIn, chunkName, releaseOf, wantedOf } from './release.ts'

const release = releaseOf([
  { url: 'index.html', revision: 'r2' },
  { url: 'assets/base-BBBBBBBB.js', revision: null },
  { url: 'assets/a-BBBBBBBB.js', revision: null, offline: 'shell' },
  { url: 'assets/b-BBBB-_BB.js', revision: null, offline: 'reading' },
  { url: 'assets/HostScreen-BBBBBBBB.js', revision: null },
  { url: 'assets/zh-BBBBBBBB.js', revision: null },
])

describe('a build', () => {
  it('holds what its manifest says of the shell, and when idle what it says of reading', () => {
    const named = (leisure: boolean) => wantedOf(release, [], leisure)
    expect(named(false)).toEqual(['/assets/a-BBBBBBBB.js'])
    expect(named(true)).toEqual(['/assets/a-BBBBBBBB.js', '/assets/b-BBBB-_BB.js'])
  })
  it('is named by its page', () => expect(release.revision).toBe('r2'))
  it.each([
    ['/assets/base-Kq_RIRn8.js', 'base.js'],
    ['/assets/_signedIn.target.detail._id._ids-DMnIDavZ.js', '_signedIn.target.detail._id._ids.js'],
    ['/assets/rolldown-runtime-WkwZ5CU-.js', 'rolldown-runtime.js'],
    ['/assets/first-page-ab-cd_-1.css', 'first-page.css'],
  ])('%s is its part %s', (path, part) => expect(chunkName(path)).toBe(part))
  it('has at hand what was ever used here', () => {
    expect(
      wantedOf(
        release,
        ['/assets/base-AAAAAAAA.js', '/assets/HostScreen-AAAAAAAA.js', '/assets/gone-AAAAAAAA.js'],
        false,
      ),
    ).toEqual(['/assets/base-BBBBBBBB.js', '/assets/a-BBBBBBBB.js', '/assets/HostScreen-BBBBBBBB.js'])
  })
})

it('reads what a page names', () => {
  const html =
    '<script type="module" crossorigin src="/assets/index-A.js"></script><link rel="stylesheet" crossorigin href="/assets/index-B.css"><link rel="icon" href="/icon.svg">'
  expect(namedIn(html)).toEqual(['/assets/index-A.js', '/assets/index-B.css'])
})

it('reads what a script cannot do without', () => {
  const script =
    'import{a as b}from"./base-A.js";import"./side-B.js";export{x}from \'./_signedIn.target-C.js\';const l=()=>import("./later-D.js"),m=["assets/later-E.js"];'
  expect(importsOf(script)).toEqual(['/assets/base-A.js', '/assets/side-B.js', '/assets/_signedIn.target-C.js'])
})

it('reads what each part that is asked for later is drawn with', () => {
  const script =
    'const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/news-A.js","assets/list-B.js","assets/list-C.css"])))=>i.map(i=>d[i]);D(()=>import(`./news-A.js`),__vite__mapDeps([0,1,2])),D(()=>import("./bare-D.js"),[]),D(()=>import(`./text-E.js`).then(e=>e.Text),__vite__mapDeps([2]))'
  expect([...laterOf(script)]).toEqual([
    ['/assets/news-A.js', ['/assets/news-A.js', '/assets/list-B.js', '/assets/list-C.css']],
    ['/assets/text-E.js', ['/assets/list-C.css']],
  ])
  expect([...laterOf('import("./a-A.js")')]).toEqual([])
})
