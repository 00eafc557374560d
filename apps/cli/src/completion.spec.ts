import { spawnSync } from 'node:child_process';
import { Command } from 'commander';
import { describe, expect, it } from '@jest/globals';
import { completion } from './completion.js';

const program = new Command('podcast').option('--json');
const transcript = program.command('transcript');
transcript.command('check <files...>').option('--format <format>');
transcript.command('put <file>').option('--episode <id>');
program.command('podcasts');

/** Runs a shell with the script and prints what it offers after `words`, the last of which is being typed. */
const SHELLS = {
  bash: (script: string, words: string) => [
    '--norc',
    '-c',
    `${script}\nCOMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _podcast; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  // What the completion system would offer, without a terminal.
  zsh: (script: string, words: string) => [
    '-fc',
    `autoload -Uz compinit && compinit -u -D\n${script}\nwords=(${words}); CURRENT=$#words
     compadd() { print -l -- \${(M)choices:#\${words[CURRENT]}*} }\n_podcast`,
  ],
  fish: (script: string, words: string) => ['--no-config', '-c', `${script}\ncomplete -C "${words.replaceAll("''", '')}"`],
};

describe.each(Object.entries(SHELLS))('the completion script in %s', (shell, run) => {
  const script = completion(program, shell as keyof typeof SHELLS);
  const { error } = spawnSync(shell, ['-c', 'true']);
  if (error && shell !== 'bash') {
    console.info(`${shell} is not installed: its completion script is not run.`);
    it(`needs ${shell}`, () => expect(error).toBeDefined());
    return;
  }

  const offered = (words: string): string[] => {
    const { stdout, stderr } = spawnSync(shell, run(script, words), {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    });
    expect(stderr).toBe('');
    return stdout.split('\n').filter(Boolean).sort();
  };

  it('offers commands first', () => {
    expect(offered("podcast ''").filter((word) => !word.startsWith('--'))).toEqual(['podcasts', 'transcript']);
    expect(offered('podcast tr')).toEqual(['transcript']);
  });

  it('offers what belongs to the command that was typed, also after an option', () => {
    expect(offered("podcast transcript ''").filter((word) => !word.startsWith('--'))).toEqual(['check', 'put']);
    expect(offered('podcast --json transcript c')).toEqual(['check']);
  });

  it('offers the options of a command, also after a file', () => {
    expect(offered('podcast transcript check talk.srt --f')).toEqual(['--format']);
    expect(offered('podcast transcript put --e')).toEqual(['--episode']);
  });
});
