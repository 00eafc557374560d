import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useSyncExternalStore } from 'react';
import { Redirect, Route, Router, Switch } from 'wouter';
import { createQueryClient } from './api/query-client.ts';
import { loadAhead } from './api/load-ahead.ts';
import { Desk } from './pages/desk/desk.tsx';
import { Podcasts } from './pages/desk/podcasts.tsx';
import { CatchFailure } from './parts/catch-failure.tsx';
import { whenOnline } from './parts/online.ts';
import { Empty, Loading } from './parts/states.tsx';
import { WithSession } from './session/permissions.tsx';
import { SignIn } from './session/sign-in.tsx';
import { currentToken, onTokenChange } from './session/token.ts';
import { Shell } from './shell.tsx';

const Transcript = lazy(async () => ({ default: (await whenOnline(() => import('./pages/transcript/transcript.tsx'))).Transcript }));
const Chapters = lazy(async () => ({ default: (await whenOnline(() => import('./pages/chapters/chapters.tsx'))).Chapters }));
const Videos = lazy(async () => ({ default: (await whenOnline(() => import('./pages/videos/videos.tsx'))).Videos }));
const Downloads = lazy(async () => ({ default: (await whenOnline(() => import('./pages/downloads/downloads.tsx'))).Downloads }));
const Feed = lazy(async () => ({ default: (await whenOnline(() => import('./pages/feed/feed.tsx'))).Feed }));
const Webhook = lazy(async () => ({ default: (await whenOnline(() => import('./pages/webhook/webhook.tsx'))).Webhook }));

export function App() {
  const token = useSyncExternalStore(onTokenChange, currentToken);
  // What one token may see is nothing that the next may inherit.
  return token === null ? <SignIn /> : <SignedIn key={token} />;
}

function SignedIn() {
  const queryClient = useMemo(() => {
    const client = createQueryClient();
    loadAhead(client, location);
    return client;
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <WithSession>
        <Router base="/console">
          <Shell>
            <CatchFailure>
              <Suspense fallback={<Loading label="Opening the page" />}>
                <Pages />
              </Suspense>
            </CatchFailure>
          </Shell>
        </Router>
      </WithSession>
    </QueryClientProvider>
  );
}

function Pages() {
  return (
    <Switch>
      <Route path="/">
        <Podcasts />
      </Route>
      <Route path="/podcasts/:podcast">{({ podcast }) => <Desk key={podcast} podcast={podcast} />}</Route>
      <Route path="/podcasts/:podcast/videos">{({ podcast }) => <Videos key={podcast} podcast={podcast} />}</Route>
      <Route path="/podcasts/:podcast/downloads">{({ podcast }) => <Downloads key={podcast} podcast={podcast} />}</Route>
      <Route path="/podcasts/:podcast/feed">{({ podcast }) => <Feed key={podcast} podcast={podcast} />}</Route>
      <Route path="/episodes/:episode">{({ episode }) => <Redirect to={`/episodes/${episode}/transcript`} replace />}</Route>
      <Route path="/episodes/:episode/transcript">{({ episode }) => <Transcript key={episode} episode={episode} />}</Route>
      <Route path="/episodes/:episode/chapters">{({ episode }) => <Chapters key={episode} episode={episode} />}</Route>
      <Route path="/webhook">
        <Webhook />
      </Route>
      <Route>
        <Empty title="There is no page at this address.">
          <p>Choose one from the navigation.</p>
        </Empty>
      </Route>
    </Switch>
  );
}
