import { useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import '../session/leaving.tsx'; // for signing out without a connection
import { useMay } from '../session/permissions.ts';
import { Button } from './controls.tsx';
import { flushDrafts } from './drafts.ts';
import { Empty } from './states.tsx';
import { t } from '../texts/language.ts';

type Props = {
  /** The work, such as `transcript/…`. */
  readonly name: string;
  readonly children: ReactNode;
};

/** Lets one tab of this browser work on something at a time: no tab's draft replaces another's. A token that may only read writes none. */
export function SoleTab({ name, children }: Props) {
  const mayUpdate = useMay('update');
  const [place, takeOver] = usePlace(mayUpdate ? name : undefined);
  if (place === 'here' || !mayUpdate) return children;
  if (place === undefined) return null;
  return (
    <Empty title={t('This is open in another tab.')}>
      <p>{t('What is written there is kept. Close that tab, or go on here.')}</p>
      <Button kind="primary" onClick={takeOver}>
        {t('Go on here')}
      </Button>
    </Empty>
  );
}

/** Where the work is, and what brings it here. */
function usePlace(name: string | undefined) {
  const [place, setPlace] = useState<WorkPlace>();
  const takeOver = useRef<() => void>(undefined);
  useEffect(() => {
    if (name === undefined) return;
    const work = followWork(name, setPlace);
    takeOver.current = work.takeOver;
    return work.end;
  }, [name]);
  return [place, () => takeOver.current?.()] as const;
}

type WorkPlace = 'here' | 'elsewhere';

/** Holds the lock of a name until another tab asks for it. */
function followWork(name: string, setPlace: (place: WorkPlace) => void) {
  const channel = new BroadcastChannel(name);
  let isOver = false;
  let isAsked = false;
  let release: (() => void) | undefined;
  const hold = (lock: Lock | null): Promise<void> | undefined => {
    if (isOver) return undefined;
    isAsked = false;
    setPlace(lock ? 'here' : 'elsewhere');
    return lock ? new Promise((resolve) => (release = resolve)) : undefined;
  };
  const request = (options: LockOptions) => {
    // Only secure contexts have locks: `https:`, and this machine.
    if ('locks' in navigator) void navigator.locks.request(name, options, hold);
    else setPlace('here');
  };
  const give = async () => {
    const giveUp = release;
    if (!giveUp) return;
    release = undefined;
    flushSync(() => setPlace('elsewhere')); // the editor hands over what it has
    await flushDrafts();
    giveUp();
  };
  channel.onmessage = () => void give();
  const start = setTimeout(() => request({ ifAvailable: true })); // React may leave and come back at once
  return {
    takeOver: () => {
      channel.postMessage('give'); // with each press: a tab whose request was waiting has not heard the one before
      if (!isAsked) request({});
      isAsked = true;
    },
    end: () => {
      isOver = true;
      clearTimeout(start);
      channel.close();
      release?.();
    },
  };
}
