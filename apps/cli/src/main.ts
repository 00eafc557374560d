import { run } from './run.js';
import { processTerminal } from './terminal.js';

// A reader that has seen enough, such as head, ends the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
process.exitCode = await run(process.argv.slice(2), processTerminal(process.env));
