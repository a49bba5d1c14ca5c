/** Joins the truthy names: `classes(css.a, open && css.b)`. */
export const classes = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
