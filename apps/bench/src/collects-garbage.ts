/** Loaded into a process whose memory is measured: SIGUSR2 makes it give back what it no longer uses, and tell what it has then. */
process.on('SIGUSR2', () => {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  process.send?.({ type: 'resident', bytes: process.memoryUsage.rss() });
});
