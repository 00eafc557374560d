/** Loaded into a process whose memory is measured: SIGUSR2 makes it free what it no longer uses and tell the rest. */
process.on('SIGUSR2', () => {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  process.send?.({ type: 'resident', bytes: process.memoryUsage.rss() });
});
