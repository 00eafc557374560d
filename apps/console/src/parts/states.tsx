import type { ReactNode } from 'react';
import { useOnline } from './online.ts';
import { t } from '../texts/frame.ts';

/** Something is under way. Shown after a moment only (style), so that quick answers do not flicker. Without a connection it waits for one. */
export function Loading({ label, rows = 5 }: { readonly label: string; readonly rows?: number }) {
  const isOnline = useOnline();
  if (!isOnline) {
    return (
      <Empty title={t.notLoaded}>
        <p role="status">{t.notLoadedHint}</p>
      </Empty>
    );
  }
  return (
    <div role="status" className="loading">
      <span className="visually-hidden">{t.loading(label)}</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className="loading-row" />
      ))}
    </div>
  );
}

/** There is nothing, and what to do about it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children}
    </div>
  );
}
