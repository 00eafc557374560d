/** @tus/server on node:http and nothing else, with the store that the api has. DIRECTORY. */
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

const tus = new Server({ path: '/files', relativeLocation: true, datastore: new FileStore({ directory: process.env.DIRECTORY ?? '' }) });
const server = tus.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ type: 'ready', port: typeof address === 'object' ? address?.port : 0 });
});
process.on('SIGTERM', () => process.exit(0));
