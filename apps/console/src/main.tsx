import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { takeTokenFromAddress } from './session/token.ts';
import './style/tokens.css';
import './style/base.css';

takeTokenFromAddress();
addEventListener('hashchange', takeTokenFromAddress); // a link that signs in, opened in a tab that shows the page already

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
