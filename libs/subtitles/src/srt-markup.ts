import type { TranscriptFormat } from './defects.js';
import { tidy } from './reading/cue-text.js';
import { replaceEach } from './reading/strings.js';

/**
 * Markup that players of SRT know: `<b>`, `<i>` and `<u>`, which WebVTT has, too; tags of HTML; overrides of SubStation
 * Alpha (`{\\an8}`). Anything else in brackets is words: `<laughs>`, `{music}`.
 */
const MARKUP =
  /<(\/?)(b|i|u|em|strong)(?:\s[^<>]*)?>|\{(\/?)([biu])\}|(\n?(?:<\/?(?:br|p|div|center)(?:\s[^<>]*|\/)?>\n?)+)|<\/?(?:font|span|strike|s|del|ins|big|small|su[bp]|tt)(?:\s[^<>]*)?>|\{\\[^{}]*\}/gi;

const TAGS: Readonly<Record<string, string>> = { em: 'i', strong: 'b' };

/** A subtitle's text for all but SRT: `<b>`, `<i>` and `<u>` in lower case, no other SRT markup (contract 5.5). */
export function webText(text: string, stored: TranscriptFormat): string {
  if (stored === 'vtt' || !/[<{]/.test(text)) return text;
  const replaced = replaceEach(text, MARKUP, ([, slash, tag, slashToo, tagToo, lineBreak]) => {
    const name = (tag ?? tagToo)?.toLowerCase();
    if (name === undefined) return lineBreak === undefined ? '' : '\n';
    return `<${slash ?? slashToo ?? ''}${TAGS[name] ?? name}>`;
  });
  return replaced === text ? text : tidy(replaced);
}
