import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, type ReactNode } from 'react';
import type { Permission, TokenRecord } from '../api/api.ts';
import { tokenQuery } from '../api/token.ts';
import { Loading } from '../parts/states.tsx';
import { Problem } from '../parts/problem.tsx';

const Session = createContext<TokenRecord | undefined>(undefined);

/** Asks the API what the token may do, and shows the page once that is known. */
export function WithSession({ children }: { readonly children: ReactNode }) {
  const { data, error, refetch } = useQuery(tokenQuery);
  if (data) return <Session.Provider value={data}>{children}</Session.Provider>;
  return <main className="lone">{error ? <Problem error={error} retry={refetch} /> : <Loading />}</main>;
}

export function useSession(): TokenRecord {
  const session = useContext(Session);
  if (!session) throw new Error('useSession outside WithSession');
  return session;
}

/** Whether the token holds a permission. */
export function useMay(permission: Permission): boolean {
  return useSession().permissions.includes(permission);
}
