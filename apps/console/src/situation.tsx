import { currentWait } from './api/waits.ts';
import { useOnline } from './parts/online.ts';
import { useStore } from './parts/store.ts';
import { useMay } from './session/permissions.ts';
import { locale, t } from './texts/language.ts';

/** The notices of every page at the moment: no connection, a wait that the API asked for, a read-only token. */
export function Situation() {
  const isOnline = useOnline();
  const mayUpdate = useMay('update');
  const wait = useStore(currentWait);
  return (
    <div aria-live="polite">
      {!isOnline && (
        <p className="notice notice-warn">
          <strong>{t('You are offline.')}</strong> {t('You see what was loaded before. Nothing can be saved until the connection is back.')}
        </p>
      )}
      {wait && (
        <p className="notice notice-warn">
          <strong>{wait.status === 429 ? t('The rate limit is used up.') : t('The service is not available at the moment.')}</strong>{' '}
          {t('The request is repeated at {0}.', new Date(wait.until).toLocaleTimeString(locale))}
        </p>
      )}
      {!mayUpdate && <p className="notice">{t('This token may not change anything: buttons that would are switched off.')}</p>}
    </div>
  );
}
