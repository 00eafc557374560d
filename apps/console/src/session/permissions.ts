import { createContext, useContext } from 'react';
import type { Permission, TokenRecord } from '../api/api.ts';

export const Session = createContext<TokenRecord | undefined>(undefined);

export function useSession(): TokenRecord {
  const session = useContext(Session);
  if (!session) throw new Error('useSession outside a session');
  return session;
}

/** Whether the token holds a permission; without a session, whether none is asked for. */
export function useMay(permission: Permission | undefined): boolean {
  const session = useContext(Session);
  return permission === undefined || (session?.permissions.includes(permission) ?? false);
}
