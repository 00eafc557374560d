import type { Command } from 'commander';

/** The words that can follow each command: its commands and its options. */
function wordsOf(command: Command, path = ''): [path: string, words: string[]][] {
  const options = command.options.flatMap(({ long }) => long ?? []);
  const own: [string, string[]] = [path, [...command.commands.map((one) => one.name()), ...options, '--help']];
  return [own, ...command.commands.flatMap((one) => wordsOf(one, path ? `${path} ${one.name()}` : one.name()))];
}

/** A script that completes commands and options, and file names where there is nothing else. */
export function completion(program: Command, shell: 'bash' | 'zsh' | 'fish'): string {
  const words = wordsOf(program);
  if (shell === 'fish') return fish(words);
  const cases = words.map(([path, list]) => `    "${path}") words="${list.join(' ')}" ;;`).join('\n');
  const bash = `_podcast() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) case " $(_podcast_paths) " in *"|\${path:+$path }$word|"*) path="\${path:+$path }$word" ;; esac ;; esac
  done
  case "$path" in
${cases}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
_podcast_paths() { echo '${words.map(([path]) => `|${path}|`).join('')}'; }
complete -o default -F _podcast podcast
`;
  return shell === 'bash' ? bash : `autoload -U +X bashcompinit && bashcompinit\n${bash}`;
}

function fish(words: readonly [string, readonly string[]][]): string {
  return words
    .map(([path, list]) => {
      const seen = path
        .split(' ')
        .filter(Boolean)
        .map((word) => `__fish_seen_subcommand_from ${word}`);
      const condition = seen.length > 0 ? seen.join('; and ') : '__fish_use_subcommand';
      return `complete -c podcast -n '${condition}' -a '${list.join(' ')}'\n`;
    })
    .join('');
}
