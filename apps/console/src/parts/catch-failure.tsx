import { Component, type ReactNode } from 'react';
import { Problem } from './states.tsx';

type Props = { readonly children: ReactNode };
type State = { readonly error: Error | undefined };

/** Shows the failure of a page in its place: a chunk that cannot be loaded, or a bug. The navigation stays. */
export class CatchFailure extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? <Problem error={error} retry={() => location.reload()} /> : this.props.children;
  }
}
