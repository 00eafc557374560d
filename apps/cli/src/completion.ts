import type { Command, Option } from 'commander';

type Shell = 'bash' | 'zsh' | 'fish';

/** The words that can follow a command, whose path is `podcast transcript check`. */
type CommandLevel = {
  readonly path: string;
  /** Commands, or the values of its argument. */
  readonly words: readonly string[];
  readonly hasCommands: boolean;
  readonly options: readonly Option[];
};

function levelsOf(command: Command, parent = ''): CommandLevel[] {
  const path = `${parent} ${command.name()}`.trim();
  const hasCommands = command.commands.length > 0;
  const words = hasCommands ? command.commands.map((one) => one.name()) : (command.registeredArguments[0]?.argChoices ?? []);
  const own = { path, words, hasCommands, options: command.options };
  return [own, ...command.commands.flatMap((one) => levelsOf(one, path))];
}

/** A script that completes commands, options and their values, and file names where there is nothing else. */
export function completion(program: Command, shell: Shell): string {
  return { bash, zsh, fish }[shell](levelsOf(program));
}

/** Words by the command that they follow. */
const wordsOf = (levels: readonly CommandLevel[]): [string, string][] => levels.map(({ path, words }) => [path, words.join(' ')]);

/** Options by their command and `:options`; values by command and option. */
const flagsOf = (levels: readonly CommandLevel[]): [string, string][] =>
  levels.flatMap(({ path, options }): [string, string][] => [
    [`${path} :options`, [...options.flatMap(({ long }) => long ?? []), '--help'].join(' ')],
    ...options.flatMap(({ long, argChoices }): [string, string][] => (argChoices ? [[`${path} ${long}`, argChoices.join(' ')]] : [])),
  ]);

function bash(levels: readonly CommandLevel[]): string {
  const flags = flagsOf(levels);
  const names = (entries: readonly [string, string][]) => entries.map(([name]) => `|${name}`).join('');
  const cases = [...wordsOf(levels), ...flags].map(([name, words]) => `    "${name}") words="${words}" ;;`).join('\n');
  return `_podcast() {
  local at="podcast" words="" word
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local places="${names(wordsOf(levels))}|"
  local flags="${names(flags)}|"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$places" in *"|$at $word|"*) at="$at $word" ;; esac
  done
  case "$current" in -*) word="$at :options" ;; *) word="$at" ;; esac
  case "$flags" in *"|$at $previous|"*) word="$at $previous" ;; esac
  case "$word" in
${cases}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _podcast podcast
`;
}

function zsh(levels: readonly CommandLevel[]): string {
  const table = (entries: readonly [string, string][]) => entries.map(([name, words]) => `    '${name}' '${words}'`).join('\n');
  return `_podcast() {
  local at=podcast word previous=\${words[CURRENT-1]}
  local -a choices
  local -A places=(
${table(wordsOf(levels))}
  )
  local -A flags=(
${table(flagsOf(levels))}
  )
  for word in "\${(@)words[2,CURRENT-1]}"; do
    (( \${+places[$at $word]} )) && at="$at $word"
  done
  if (( \${+flags[$at $previous]} )); then choices=(\${=flags[$at $previous]})
  elif [[ \${words[CURRENT]} == -* ]]; then choices=(\${=flags[$at :options]})
  else choices=(\${=places[$at]})
  fi
  compadd -a choices || _files
}
(( \${+functions[compdef]} )) || { autoload -Uz compinit && compinit }
compdef _podcast podcast
`;
}

function fish(levels: readonly CommandLevel[]): string {
  return levels
    .flatMap(({ path, words, hasCommands, options }) => {
      const within = path
        .split(' ')
        .slice(1)
        .map((word) => `__fish_seen_subcommand_from ${word}`);
      const below = hasCommands ? [`not __fish_seen_subcommand_from ${words.join(' ')}`] : [];
      const condition = [...within, ...below].join('; and ');
      const line = (rest: string) => `complete -c podcast -n '${condition}' ${rest}\n`;
      // Where there are words, no file is meant.
      return [
        ...(words.length > 0 ? [line(`-f -a '${words.join(' ')}'`)] : []),
        ...options.map((option) => line(`-l ${option.long?.slice(2)}${valueInFish(option)}`)),
        line('-l help'),
      ];
    })
    .join('');
}

/** A value of a few, a file, or any other. */
function valueInFish({ flags, required, argChoices }: Option): string {
  if (!required) return '';
  if (argChoices) return ` -x -a '${argChoices.join(' ')}'`;
  return flags.endsWith('<file>') ? ' -r' : ' -x';
}
