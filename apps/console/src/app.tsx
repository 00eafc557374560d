import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { Route, Router, Switch } from 'wouter';
import { Desk } from './pages/desk/desk.tsx';
import { Podcasts } from './pages/desk/podcasts.tsx';
import { CatchFailure } from './parts/catch-failure.tsx';
import { keepFocus } from './parts/keep-focus.ts';
import { whenOnline } from './parts/online.ts';
import { Page } from './parts/page.tsx';
import { Loading } from './parts/states.tsx';
import { WithSession } from './session/permissions.tsx';
import { SignIn } from './session/sign-in.tsx';
import { currentlySignedIn } from './session/signed-in.ts';
import { onTokenChange } from './session/token.ts';
import { Shell } from './shell.tsx';
import { t } from './texts/frame.ts';

const EpisodeOverview = lazy(async () => ({ default: (await whenOnline(() => import('./pages/episode/episode.tsx'))).EpisodeOverview }));
const Transcript = lazy(async () => ({ default: (await whenOnline(() => import('./pages/transcript/transcript.tsx'))).Transcript }));
const Chapters = lazy(async () => ({ default: (await whenOnline(() => import('./pages/chapters/chapters.tsx'))).Chapters }));
const Videos = lazy(async () => ({ default: (await whenOnline(() => import('./pages/videos/videos.tsx'))).Videos }));
const Downloads = lazy(async () => ({ default: (await whenOnline(() => import('./pages/downloads/downloads.tsx'))).Downloads }));
const Feed = lazy(async () => ({ default: (await whenOnline(() => import('./pages/feed/feed.tsx'))).Feed }));
const Tokens = lazy(async () => ({ default: (await whenOnline(() => import('./pages/tokens/tokens.tsx'))).Tokens }));
const Webhook = lazy(async () => ({ default: (await whenOnline(() => import('./pages/webhook/webhook.tsx'))).Webhook }));

export function showApp(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  keepFocus();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

function App() {
  const signedIn = useSyncExternalStore(onTokenChange, currentlySignedIn);
  return signedIn ? <SignedIn key={signedIn.token} queryClient={signedIn.queryClient} /> : <SignIn />;
}

function SignedIn({ queryClient }: { readonly queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      <WithSession>
        <Router base="/console">
          <Shell>
            <CatchFailure>
              <Suspense fallback={<Loading label={t.opening} />}>
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
      <Route path="/episodes/:episode">{({ episode }) => <EpisodeOverview key={episode} episode={episode} />}</Route>
      <Route path="/episodes/:episode/transcript">{({ episode }) => <Transcript key={episode} episode={episode} />}</Route>
      <Route path="/episodes/:episode/chapters">{({ episode }) => <Chapters key={episode} episode={episode} />}</Route>
      <Route path="/webhook">
        <Webhook />
      </Route>
      <Route path="/tokens">
        <Tokens />
      </Route>
      <Route>
        <Page title={t.nowhere}>
          <p>{t.nowhereHint}</p>
        </Page>
      </Route>
    </Switch>
  );
}
