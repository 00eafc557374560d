/** Makes this process one that does tasks for the benchmark, by name, and ends with it (stack.ts, `child`). */
export function serve(tasks: Record<string, (task: any) => unknown>) {
  const run = async ({ id, name, task }: { id: number; name: string; task: unknown }) => {
    try {
      process.send?.({ id, result: (await (name === 'pid' ? process.pid : tasks[name]?.(task))) ?? {} });
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? error.message : String(error) });
    }
  };
  process.on('message', (asked: { id: number; name: string; task: unknown }) => void run(asked));
  process.on('disconnect', () => process.exit());
}
