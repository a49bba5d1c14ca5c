import { globSync, readFileSync } from 'node:fs'

// Lingui's own checks pass a translation that is flagged as a guess.
const guesses = globSync('src/**/locales/**/*.po').flatMap((path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, index) => (/^#,.*\bfuzzy\b/.test(line) ? [`${path}:${index + 1}`] : [])),
)

for (const place of guesses) console.error(`${place}: fuzzy translation`)
if (guesses.length > 0) process.exitCode = 1
