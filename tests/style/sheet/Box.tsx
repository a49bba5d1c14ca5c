import type { ReactNode } from 'react'
import css from './Sheet.module.css'

export const Box = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <section className={css.box}>
    <h2>{name}</h2>
    {children}
  </section>
)

export const Row = ({ children }: { readonly children: ReactNode }) => <div className={css.row}>{children}</div>
export const Grid = ({ children }: { readonly children: ReactNode }) => <div className={css.grid}>{children}</div>
