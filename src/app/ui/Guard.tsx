import { Component, type ReactNode } from 'react'

interface Props {
  /** `reset` sets the content up anew. */
  readonly fallback: (error: unknown, reset: () => void) => ReactNode
  /** Identifies the content; a change resets the error. */
  readonly about?: unknown
  readonly children: ReactNode
}
interface State {
  readonly failed: { readonly error: unknown } | null
  readonly about: unknown
}

/** An error boundary. */
export class Guard extends Component<Props, State> {
  override state: State = { failed: null, about: this.props.about }
  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: { error } }
  }
  static getDerivedStateFromProps({ about }: Props, state: State): State | null {
    return about === state.about ? null : { failed: null, about }
  }
  readonly #reset = (): void => this.setState({ failed: null })
  override render() {
    const { failed } = this.state
    return failed ? this.props.fallback(failed.error, this.#reset) : this.props.children
  }
}
