/** Makes this process one that does tasks for the benchmark, by name, and ends with it (stack.ts, `child`). */
export function serve(tasks: Record<string, (task: any) => unknown>) {
  process.on('message', async ({ id, name, task }: { id: number; name: string; task: unknown }) => {
    try {
      process.send?.({ id, result: (await (name === 'pid' ? process.pid : tasks[name]?.(task))) ?? {} });
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? error.message : String(error) });
    }
  });
  process.on('disconnect', () => process.exit());
}
