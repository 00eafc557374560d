import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { StrictMode, Suspense, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Route, Router, Switch } from 'wouter';
import { Desk } from './pages/desk/desk.tsx';
import { Podcasts } from './pages/desk/podcasts.tsx';
import { CatchFailure, Loading, Problem } from './parts/states.tsx';
import { onDemand, useOnline } from './parts/online.ts';
import { Page } from './parts/page.tsx';
import { useStore } from './parts/store.ts';
import { tokenQuery } from './api/podcasts.ts';
import { createQueryClient } from './api/query-client.ts';
import { Session } from './session/permissions.ts';
import { session } from './session/token.ts';
import { Shell } from './shell.tsx';
import { t } from './texts/language.ts';

const SignIn = onDemand(() => import('./session/sign-in.tsx').then(({ SignIn }) => SignIn));
const EpisodeOverview = onDemand(() => import('./pages/episode/episode.tsx').then(({ EpisodeOverview }) => EpisodeOverview));
const Transcript = onDemand(() => import('./pages/transcript/workbench.tsx').then(({ Transcript }) => Transcript));
const Chapters = onDemand(() => import('./pages/chapters/chapters.tsx').then(({ Chapters }) => Chapters));
const Videos = onDemand(() => import('./pages/videos/videos.tsx').then(({ Videos }) => Videos));
const Downloads = onDemand(() => import('./pages/downloads/downloads.tsx').then(({ Downloads }) => Downloads));
const Feed = onDemand(() => import('./pages/feed/feed.tsx').then(({ Feed }) => Feed));
const Tokens = onDemand(() => import('./pages/tokens/tokens.tsx').then(({ Tokens }) => Tokens));
const Webhook = onDemand(() => import('./pages/webhook/webhook.tsx').then(({ Webhook }) => Webhook));

export function showApp(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

function App() {
  const { token } = useStore(session);
  if (token !== null) return <SignedIn key={token} />;
  return (
    <Suspense fallback={<Loading />}>
      <SignIn />
    </Suspense>
  );
}

/** The pages with the data that was loaded with one token: the next may not inherit what this one may see. */
function SignedIn() {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <WithSession>
        <Router base="/console">
          <Shell>
            <CatchFailure>
              <Suspense fallback={<Unloaded />}>
                <Pages />
              </Suspense>
            </CatchFailure>
          </Shell>
        </Router>
      </WithSession>
    </QueryClientProvider>
  );
}

/** In place of a page whose code is not loaded yet. */
function Unloaded() {
  return useOnline() ? <Loading /> : <Page title={t('It is loaded as soon as you are online again.')}>{null}</Page>;
}

/** Asks the API what the token may do, and shows the page once that is known. */
function WithSession({ children }: { readonly children: ReactNode }) {
  const { data, error, refetch } = useQuery(tokenQuery);
  if (data) return <Session value={data}>{children}</Session>;
  return <main className="lone">{error ? <Problem error={error} retry={refetch} /> : <Loading />}</main>;
}

function Pages() {
  return (
    <Switch>
      <Route path="/" component={Podcasts} />
      <Route path="/podcasts/:podcast">{({ podcast }) => <Desk key={podcast} podcast={podcast} />}</Route>
      <Route path="/podcasts/:podcast/videos">{({ podcast }) => <Videos key={podcast} podcast={podcast} />}</Route>
      <Route path="/podcasts/:podcast/downloads">{({ podcast }) => <Downloads key={podcast} podcast={podcast} />}</Route>
      <Route path="/podcasts/:podcast/feed">{({ podcast }) => <Feed key={podcast} podcast={podcast} />}</Route>
      <Route path="/episodes/:episode">{({ episode }) => <EpisodeOverview key={episode} episode={episode} />}</Route>
      <Route path="/episodes/:episode/transcript">{({ episode }) => <Transcript key={episode} episode={episode} />}</Route>
      <Route path="/episodes/:episode/chapters">{({ episode }) => <Chapters key={episode} episode={episode} />}</Route>
      <Route path="/webhook" component={Webhook} />
      <Route path="/tokens" component={Tokens} />
      <Route>
        <Page title={t('There is no page at this address.')}>
          <p>{t('Choose one from the navigation.')}</p>
        </Page>
      </Route>
    </Switch>
  );
}
