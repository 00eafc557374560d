import { takeTokenFromAddress } from './session/token.ts';
import { loadTexts } from './texts/language.ts';
import './style/tokens.css';
import './style/base.css';
import './pages/desk/desk.css'; // of the first page: a file of its own would be one more request

takeTokenFromAddress();
// A link that signs in may be opened in a tab that shows the page already.
addEventListener('hashchange', takeTokenFromAddress);

void loadTexts()
  .then(() => import('./app.tsx'))
  .then(({ showApp }) => showApp());

// A file that is dropped beside its place must not be opened instead of the page.
for (const kind of ['dragover', 'drop'] as const) {
  addEventListener(kind, (event) => {
    const isTaken = event.defaultPrevented || event.target instanceof HTMLInputElement;
    if (isTaken || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  });
}
