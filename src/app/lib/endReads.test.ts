import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { endReads } from './endReads.ts'

const KEY = ['lot', '1']

/** A query that is on screen, and whose reads are answered by the test. */
function onScreen() {
  const queries = new QueryClient()
  const answers: ((watched: boolean) => void)[] = []
  const read = () => new Promise<boolean>((resolve) => answers.push(resolve))
  onTestFinished(new QueryObserver(queries, { queryKey: KEY, queryFn: read }).subscribe(() => undefined))
  return { queries, answers, shown: () => queries.getQueryData(KEY) }
}

test('a read that began before a change does not undo it, and is made anew once the change is answered', async () => {
  const { queries, answers, shown } = onScreen()
  answers[0]!(false)
  await expect.poll(shown).toBe(false)
  void queries.refetchQueries({ queryKey: KEY })
  expect(answers).toHaveLength(2)

  const readAgain = await endReads(queries, ['lot'])
  queries.setQueryData(KEY, true)
  answers[1]!(false)
  await Promise.resolve()
  expect(shown()).toBe(true)

  void readAgain()
  expect(answers).toHaveLength(3)
  answers[2]!(true)
  await expect.poll(() => queries.isFetching()).toBe(0)
  expect(shown()).toBe(true)
})

test('a query that has nothing to show yet is read on', async () => {
  const { queries, answers, shown } = onScreen()
  const readAgain = await endReads(queries, KEY)
  answers[0]!(false)
  await expect.poll(shown).toBe(false)
  await readAgain()
  expect(answers).toHaveLength(1)
})

test('a query that is not being read is not read again', async () => {
  const { queries, answers, shown } = onScreen()
  answers[0]!(false)
  await expect.poll(shown).toBe(false)
  await (
    await endReads(queries, KEY)
  )()
  expect(answers).toHaveLength(1)
})
