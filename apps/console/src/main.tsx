import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { takeTokenFromAddress } from './session/token.ts';
import './style/tokens.css';
import './style/base.css';

takeTokenFromAddress();
addEventListener('hashchange', takeTokenFromAddress); // a link that signs in, opened in a tab that shows the page already

// A file that is dropped beside its place must not be opened instead of the page.
for (const kind of ['dragover', 'drop'] as const) {
  addEventListener(kind, (event) => {
    const isTaken = event.defaultPrevented || event.target instanceof HTMLInputElement;
    if (isTaken || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  });
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
