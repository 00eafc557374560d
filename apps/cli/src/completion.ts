import type { Command } from 'commander';

type Shell = 'bash' | 'zsh' | 'fish';

/** What can follow a command, whose path is `podcast transcript check`. */
type CommandLevel = { readonly path: string; readonly commands: readonly string[]; readonly options: readonly string[] };

function levelsOf(command: Command, parent = ''): CommandLevel[] {
  const path = `${parent} ${command.name()}`.trim();
  const options = [...command.options.flatMap(({ long }) => long ?? []), '--help'];
  const own = { path, commands: command.commands.map((one) => one.name()), options };
  return [own, ...command.commands.flatMap((one) => levelsOf(one, path))];
}

/** A script that completes commands and options, and file names where there is nothing else. */
export function completion(program: Command, shell: Shell): string {
  return { bash, zsh, fish }[shell](levelsOf(program));
}

const wordsOf = ({ commands, options }: CommandLevel): string => [...commands, ...options].join(' ');

function bash(levels: readonly CommandLevel[]): string {
  const cases = levels.map((level) => `    "${level.path}") words="${wordsOf(level)}" ;;`).join('\n');
  return `_podcast() {
  local at="podcast" words="" word
  local known="${levels.map(({ path }) => `|${path}`).join('')}|"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$known" in *"|$at $word|"*) at="$at $word" ;; esac
  done
  case "$at" in
${cases}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _podcast podcast
`;
}

function zsh(levels: readonly CommandLevel[]): string {
  const known = levels.map((level) => `    '${level.path}' '${wordsOf(level)}'`).join('\n');
  return `_podcast() {
  local at=podcast word
  local -a choices
  local -A known=(
${known}
  )
  for word in "\${(@)words[2,CURRENT-1]}"; do
    (( \${+known[$at $word]} )) && at="$at $word"
  done
  choices=(\${=known[$at]})
  compadd -a choices || _files
}
(( \${+functions[compdef]} )) || { autoload -Uz compinit && compinit }
compdef _podcast podcast
`;
}

function fish(levels: readonly CommandLevel[]): string {
  return levels
    .flatMap(({ path, commands, options }) => {
      const seen = path.split(' ').slice(1);
      const within = seen.map((word) => `__fish_seen_subcommand_from ${word}`);
      const below = commands.length > 0 ? [`not __fish_seen_subcommand_from ${commands.join(' ')}`] : [];
      const condition = [...within, ...below].join('; and ');
      // Before a command comes a command, and no file.
      const line = (flags: string, words: readonly string[]) => `complete -c podcast ${flags}-n '${condition}' -a '${words.join(' ')}'\n`;
      return [...(commands.length > 0 ? [line('-f ', commands)] : []), line('', options)];
    })
    .join('');
}
