// @ts-check
/**
 * Makes this process one that does tasks for the benchmark, by name, and ends with it (stack.mjs, `hand`).
 *
 * @param {Record<string, (task: any) => unknown>} tasks
 */
export function serve(tasks) {
  process.on('message', async (/** @type {{ id: number, name: string, task: unknown }} */ { id, name, task }) => {
    try {
      process.send?.({ id, result: (await tasks[name]?.(task)) ?? {} });
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? error.message : String(error) });
    }
  });
  process.on('disconnect', () => process.exit());
}
