import { useEffect, useState } from 'react';
import { currentWait } from './api/waits.ts';
import { useOnline } from './parts/online.ts';
import { useStore } from './parts/use-store.ts';
import { useSession } from './session/permissions.ts';
import { rich } from './parts/rich.tsx';
import { t } from './texts/language.ts';

/** The notices that apply to every page at the moment: no connection, a wait that the API asked for, a token that may only read. */
export function Situation() {
  const isOnline = useOnline();
  const { permissions } = useSession();
  return (
    <div aria-live="polite">
      {!isOnline && (
        <p className="notice notice-warn">
          <strong>{t('You are offline.')}</strong> {t('You see what was loaded before. Nothing can be saved until the connection is back.')}
        </p>
      )}
      <Waiting />
      {!permissions.includes('update') && (
        <p className="notice notice-plain">
          <strong>{t('Read only.')}</strong> {t('This token may not change anything: buttons that would are switched off.')}
        </p>
      )}
    </div>
  );
}

function Waiting() {
  const wait = useStore(currentWait);
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
      <strong>{wait.status === 429 ? t('The rate limit is used up.') : t('The service is not available at the moment.')}</strong>{' '}
      {rich(
        'The request is repeated {0}.',
        <>
          <span aria-hidden="true">{t('in {0} s', seconds)}</span>
          <span className="visually-hidden">{t('shortly')}</span>
        </>,
      )}
    </p>
  );
}
