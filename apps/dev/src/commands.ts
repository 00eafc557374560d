type Command = (args: string[]) => Promise<number | undefined>;

/** The commands behind the npm scripts. Each loads only what it needs. */
const COMMANDS: Record<string, Command> = {
  start: async (args) => (await import('./start/start.ts')).start(args),
  test: async (args) => (await import('./test.ts')).test(args),
  bench: async (args) => (await import('./run-app.ts')).runBench(args),
  api: async (args) => (await import('./run-app.ts')).runApp('api', args),
  worker: async (args) => (await import('./run-app.ts')).runApp('worker', args),
  admin: async (args) => (await import('./run-admin.ts')).runAdmin(args),
};

/**
 * Runs a command.
 * @returns its exit status; undefined if this process has become the app and ends with it
 */
export async function run(name: string, args: string[]): Promise<number | undefined> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Error(`Usage: run.mjs <${Object.keys(COMMANDS).join('|')}> [arguments]`);
  return command(args);
}
