import { describe, expect, it } from '@jest/globals';
import { processTerminal, progress, type Terminal } from './terminal.js';

/** The output on stderr while an upload of a thousand pieces goes on. */
function shown(isInteractive: boolean): string {
  let text = '';
  const terminal = { ...processTerminal({}), isInteractive, err: (piece: string) => void (text += piece) } satisfies Terminal;
  const tell = progress(terminal, 'talk.mp4');
  for (let done = 0; done <= 1000; done += 1) tell(done * 10_000, 10_000_000);
  return text;
}

describe('the progress of an upload', () => {
  it('the progress of an upload is a bar that redraws its line on a terminal', () => {
    const text = shown(true);
    expect(text.split('\r')).toHaveLength(1 + 101); // each percent once
    expect(text).toContain('\rtalk.mp4 [############-------------]  50 % of 10.0 MB\r');
    expect(text).toMatch(/\rtalk\.mp4 \[#{25}\] 100 % of 10\.0 MB\n$/);
  });

  it('the progress of an upload is a plain line every ten percent elsewhere', () => {
    const lines = Array.from({ length: 11 }, (_, index) => `talk.mp4: ${index * 10} %\n`);
    expect(shown(false)).toBe(lines.join(''));
  });
});

describe('colours', () => {
  const isColored = (env: Record<string, string>, isTTY: boolean): boolean => {
    const before = process.stdout.isTTY;
    process.stdout.isTTY = isTTY;
    try {
      return processTerminal(env).isColored;
    } finally {
      process.stdout.isTTY = before;
    }
  };

  it('colours are for terminals alone, and not where NO_COLOR is set or the terminal has none', () => {
    expect(isColored({}, true)).toBe(true);
    expect(isColored({ NO_COLOR: '1' }, true)).toBe(false);
    expect(isColored({ TERM: 'dumb' }, true)).toBe(false);
    expect(isColored({}, false)).toBe(false);
  });
});
