import { spawnSync } from 'node:child_process';
import { Argument, Command, Option } from 'commander';
import { describe, expect, it } from '@jest/globals';
import { completion } from './completion.js';

const program = new Command('podcast').option('--json');
const transcript = program.command('transcript');
transcript.command('check <files...>').addOption(new Option('--format <format>').choices(['text', 'json', 'github']));
transcript.command('put <file>').option('--episode <id>').option('--output <file>');
program.command('completion').addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']));
program.command('podcasts');

/** Runs a shell with the script and prints what it offers after `words`, the last of which is being typed. */
const SHELLS = {
  bash: (script: string, words: string) => [
    '--norc',
    '-c',
    `${script}\nCOMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _podcast; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  // The offers of the completion system, without a terminal.
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
    it(`the completion script in ${shell} needs ${shell}`, () => expect(error).toBeDefined());
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

  it(`the completion script in ${shell} offers commands alone until an option is begun`, () => {
    expect(offered("podcast ''")).toEqual(['completion', 'podcasts', 'transcript']);
    expect(offered('podcast tr')).toEqual(['transcript']);
    expect(offered('podcast --')).toEqual(['--help', '--json']);
  });

  it(`the completion script in ${shell} offers what belongs to the command that was typed, also after an option`, () => {
    expect(offered("podcast transcript ''")).toEqual(['check', 'put']);
    expect(offered('podcast --json transcript c')).toEqual(['check']);
  });

  it(`the completion script in ${shell} offers the options of a command, also after a file`, () => {
    expect(offered('podcast transcript check talk.srt --f')).toEqual(['--format']);
    expect(offered('podcast transcript put --e')).toEqual(['--episode']);
  });

  it(`the completion script in ${shell} offers the values of an option and of an argument`, () => {
    expect(offered("podcast transcript check --format ''")).toEqual(['github', 'json', 'text']);
    expect(offered('podcast transcript check talk.srt --format g')).toEqual(['github']);
    expect(offered("podcast completion ''")).toEqual(['bash', 'fish', 'zsh']);
  });
});
