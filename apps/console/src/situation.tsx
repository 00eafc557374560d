import { useEffect, useState, useSyncExternalStore } from 'react';
import { currentWait, onWaitChange } from './api/waits.ts';
import { useOnline } from './parts/online.ts';
import { useSession } from './session/permissions.tsx';

/** The notices that apply to every page at the moment: no connection, a wait that the API asked for, a token that may only read. */
export function Situation() {
  const isOnline = useOnline();
  const { permissions } = useSession();
  return (
    <div aria-live="polite">
      {!isOnline && (
        <p className="notice notice-warn">
          <strong>You are offline.</strong> You see what was loaded before. Nothing can be saved until the connection is back.
        </p>
      )}
      <Waiting />
      {!permissions.includes('update') && (
        <p className="notice notice-plain">
          <strong>Read only.</strong> This token may not change anything: buttons that would are switched off.
        </p>
      )}
    </div>
  );
}

function Waiting() {
  const wait = useSyncExternalStore(onWaitChange, currentWait);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!wait) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [wait]);
  if (!wait) return null;
  const seconds = Math.max(1, Math.ceil((wait.until - now) / 1000));
  return (
    <p className="notice notice-warn">
      <strong>{wait.status === 429 ? 'The rate limit is used up.' : 'The service is not available at the moment.'}</strong> The request is
      repeated <span aria-hidden="true">in {seconds} s</span>
      <span className="visually-hidden">shortly</span>.
    </p>
  );
}
