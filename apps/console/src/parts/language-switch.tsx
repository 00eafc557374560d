import { choose, language, LANGUAGES, type Language } from '../texts/language.ts';
import { Button } from './controls.tsx';
import { useOnline } from './online.ts';

/** A button for each other language, in its own words: the page loads anew, which no choice in a list may do. */
export function LanguageSwitch() {
  const isOnline = useOnline();
  const others = (Object.keys(LANGUAGES) as Language[]).filter((one) => one !== language);
  return others.map((one) => (
    <Button key={one} kind="quiet" lang={one} disabled={!isOnline} onClick={() => choose(one)}>
      {LANGUAGES[one]}
    </Button>
  ));
}
