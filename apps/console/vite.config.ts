import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

/** Where `npx nx serve console` finds the API. */
const api = process.env['PODCAST_API'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  // The libs are bundled from their sources, as tests and type checks read them.
  resolve: { conditions: ['@app/source', ...defaultClientConditions] },
  // The api puts a fresh value in its place with every answer (apps/api/src/console.ts).
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    // No data: URLs, which the Content-Security-Policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
    // Two files for the first page: the entry, which loads the texts, and the rest. Shared modules would become seven.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'entry', test: /src\/main\.ts$/, priority: 2 },
            { name: 'app', test: /src\/app\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': api, '/docs': api, '/health': api, '/openapi.json': api } },
});
