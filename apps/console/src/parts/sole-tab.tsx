import { useEffect, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import '../session/leaving.tsx'; // for signing out without a connection
import { useMay } from '../session/permissions.ts';
import { t } from '../texts/language.ts';
import { Button } from './controls.tsx';
import { flushDrafts } from './drafts.ts';
import { Empty } from './states.tsx';

/** A tab that has lost the work writes its draft first. One that does not answer is not waited for any longer. */
const HANDOVER_TIMEOUT_MS = 3000;

type Props = {
  /** The work, such as `transcript/…`. */
  readonly name: string;
  readonly children: ReactNode;
};

/**
 * Lets one tab of this browser work on something at a time: no tab's draft replaces another's. A token that may only
 * read writes none.
 */
export function SoleTab({ name, children }: Props) {
  const mayUpdate = useMay('update');
  const [place, takeOver] = usePlace(name, mayUpdate);
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

/**
 * Where the work is, and what brings it here: a lock that the tab which asks last takes from the others, and one of the
 * draft that they give up.
 */
function usePlace(name: string, isNeeded: boolean) {
  const [place, setPlace] = useState<'here' | 'elsewhere'>();
  const [timesAsked, setTimesAsked] = useState(0);
  useEffect(() => {
    if (!isNeeded) return;
    const leave = new AbortController();
    const { promise: left, resolve: release } = Promise.withResolvers<void>();
    const work = async () => {
      if (leave.signal.aborted) return;
      setPlace('here');
      await left;
    };
    const hold = async (lock: Lock | null) => {
      const signal = AbortSignal.any([leave.signal, AbortSignal.timeout(HANDOVER_TIMEOUT_MS)]);
      if (lock) await navigator.locks.request(`${name}/draft`, { signal }, work).catch(work);
      else if (!leave.signal.aborted) setPlace('elsewhere');
    };
    const lose = () => {
      if (leave.signal.aborted) return;
      leave.abort();
      flushSync(() => setPlace('elsewhere')); // the editor hands over what it has
      void flushDrafts().finally(release);
    };
    const request = () => {
      // Only secure contexts have locks: `https:`, and this machine.
      if (!('locks' in navigator)) return setPlace('here');
      navigator.locks.request(name, timesAsked > 0 ? { steal: true } : { ifAvailable: true }, hold).catch(lose);
    };
    const start = setTimeout(request); // React may leave and come back at once
    return () => {
      clearTimeout(start);
      leave.abort();
      release();
    };
  }, [name, isNeeded, timesAsked]);
  return [place, () => setTimesAsked(timesAsked + 1)] as const;
}
