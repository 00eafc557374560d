import { useCallback } from 'react';
import { t } from '../../texts/language.ts';
import { showDifference } from './editor/diff-view.ts';
import type { Comparison } from './judging/reader.ts';

/** Longer lines are no subtitles, and take a browser long to break. */
const MAX_SHOWN_LINE = 50_000;

type Props = {
  readonly comparison: Comparison;
  /** Gets the text with the lines taken over from the text before. Pass the same function at each rendering. */
  readonly onMerge?: ((text: string) => void) | undefined;
};

/** The difference between two texts, and how large it is. */
export function Difference({ comparison, onMerge }: Props) {
  const attach = useCallback(
    (node: HTMLDivElement | null) => {
      if (!node) return;
      const view = showDifference(node, comparison, onMerge);
      return () => view.destroy();
    },
    [comparison, onMerge],
  );
  const { changes, longestLine } = comparison;
  const removed = changes.reduce((sum, { fromA, toA }) => sum + toA - fromA, 0);
  const added = changes.reduce((sum, { fromB, toB }) => sum + toB - fromB, 0);
  return (
    <>
      <p className="hint">{t('{0|place differs|places differ}: {1|line|lines} out, {2|line|lines} in.', changes.length, removed, added)}</p>
      {longestLine > MAX_SHOWN_LINE ? (
        <p>{t('The texts are not shown: a line has {0} characters.', longestLine)}</p>
      ) : (
        <div className="difference" ref={attach} />
      )}
    </>
  );
}
