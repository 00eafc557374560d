import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** Loaded with `--import` into a process: writes the URLs of its loaded modules to `MODULES_FILE` as it ends. */
const loaded = new Set<string>();
registerHooks({
  load: (url, context, next) => {
    if (!url.startsWith('node:')) loaded.add(url);
    return next(url, context);
  },
});
process.on('exit', () => writeFileSync(process.env['MODULES_FILE'] ?? '', [...loaded].join('\n')));
