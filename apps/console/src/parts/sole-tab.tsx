import { useEffect, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useMay } from '../session/permissions.tsx';
import { flushDrafts } from './drafts.ts';
import { Empty } from './states.tsx';

type Props = {
  /** The work, such as `transcript/…`. */
  readonly name: string;
  readonly children: ReactNode;
};

/** Lets one tab of this browser work on something at a time, so that no tab's draft replaces another's. Who may only read writes none. */
export function SoleTab({ name, children }: Props) {
  const [place, setPlace] = useState<'here' | 'elsewhere'>();
  const mayUpdate = useMay('update');
  useEffect(() => (mayUpdate ? holdFor(name, setPlace) : undefined), [name, mayUpdate]);
  if (place === 'here' || !mayUpdate) return children;
  if (place === undefined) return null;
  return (
    <Empty title="This is open in another tab.">
      <p>What is written there is kept. Close that tab, or go on here.</p>
      <button type="button" className="button button-primary" onClick={() => askFor(name)}>
        Go on here
      </button>
    </Empty>
  );
}

function askFor(name: string): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage('ask');
  channel.close();
}

/** Holds the lock of a name as long as nobody asks for it. @returns the end */
function holdFor(name: string, tell: (place: 'here' | 'elsewhere') => void): () => void {
  // Only secure contexts have locks: `https:`, and this machine.
  if (!('locks' in navigator)) {
    tell('here');
    return () => undefined;
  }
  const ended = new AbortController();
  const channel = new BroadcastChannel(name);
  let release: (() => void) | undefined;
  const hold = () => {
    if (ended.signal.aborted) return undefined;
    tell('here');
    return new Promise<void>((resolve) => (release = resolve));
  };
  const wait = () => navigator.locks.request(name, { signal: ended.signal }, hold).catch(() => undefined);
  void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
    if (lock) return hold();
    if (!ended.signal.aborted) tell('elsewhere');
    void wait();
    return undefined;
  });
  channel.onmessage = async () => {
    flushSync(() => tell('elsewhere')); // the editor hands over what it has
    await flushDrafts();
    release?.();
    void wait();
  };
  return () => {
    ended.abort();
    channel.close();
    release?.();
  };
}
