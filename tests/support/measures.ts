/** Measures as catalogues write them, and the span that the app and the database both must read in them. */
export const MEASURES: readonly (readonly [text: string, least: number | null, most: number | null])[] = [
  ['2500–5800', 2500, 5800], ['2500-5800', 2500, 5800], ['3900', 3900, 3900], ['27 (4/4)', 27, 27], ['40（6/4）', 40, 40], ['200+', 200, 1_000_000],
  ['150–200 +', 150, 1_000_000], ['26.5', 26, 26], ['26.5–30.5 mm', 26, 30], ['⌀ 600–900', 600, 900], ['2500, 3000, 4000', 2500, 4000], ['12345678', 123_456, 345_678],
  ['', null, null], ['+', null, null], ['待定', null, null], ['(4/4)', null, null], ['２５００', null, null],
];
