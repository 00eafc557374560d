import { useEffect, useRef, useState, type ReactNode } from 'react';
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
  const held = useRef<Hold>(undefined);
  useEffect(() => {
    if (!mayUpdate) return;
    held.current = holdFor(name, setPlace);
    return held.current.end;
  }, [name, mayUpdate]);
  if (place === 'here' || !mayUpdate) return children;
  if (place === undefined) return null;
  return (
    <Empty title="This is open in another tab.">
      <p>What is written there is kept. Close that tab, or go on here.</p>
      <button type="button" className="button button-primary" onClick={() => held.current?.ask()}>
        Go on here
      </button>
    </Empty>
  );
}

type Hold = { readonly ask: () => void; readonly end: () => void };

/** Holds the lock of a name as long as nobody asks for it. */
function holdFor(name: string, tell: (place: 'here' | 'elsewhere') => void): Hold {
  // Only secure contexts have locks: `https:`, and this machine.
  if (!('locks' in navigator)) {
    tell('here');
    return { ask: () => undefined, end: () => undefined };
  }
  const channel = new BroadcastChannel(name);
  let [isEnded, isAsking] = [false, false];
  let release: (() => void) | undefined;
  let waiting: AbortController | undefined;
  const hold = (lock: Lock | null) => {
    if (isEnded) return undefined;
    if (!lock) return wait();
    waiting = undefined;
    isAsking = false;
    tell('here');
    return new Promise<void>((resolve) => (release = resolve));
  };
  /** Shows that the work is elsewhere, and waits until that ends. */
  const wait = () => {
    release?.();
    release = undefined;
    if (isEnded) return;
    flushSync(() => tell('elsewhere')); // the editor hands over what it has
    waiting = new AbortController();
    navigator.locks.request(name, { signal: waiting.signal }, hold).catch(lost);
  };
  // A request fails when it is given up, and when another tab takes what it had.
  const lost = () => void (release && wait());
  channel.onmessage = async ({ data }) => {
    if (data === 'ask' && release) {
      flushSync(() => tell('elsewhere'));
      await flushDrafts();
      wait();
      channel.postMessage('free');
    } else if (data === 'free' && isAsking) {
      // Taken, so that no third tab that has waited for longer gets it.
      waiting?.abort();
      navigator.locks.request(name, { steal: true }, hold).catch(lost);
    }
  };
  navigator.locks.request(name, { ifAvailable: true }, hold).catch(lost);
  return {
    ask: () => {
      isAsking = true;
      channel.postMessage('ask');
    },
    end: () => {
      isEnded = true;
      channel.close();
      waiting?.abort();
      release?.();
    },
  };
}
