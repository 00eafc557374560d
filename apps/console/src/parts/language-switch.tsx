import { t } from '../texts/frame.ts';
import { choose, language, LANGUAGES, type Language } from '../texts/language.ts';

export function LanguageSwitch() {
  return (
    <label className="scheme-switch">
      <span>{t.language}</span>
      <select value={language} onChange={({ target }) => choose(target.value as Language)}>
        {Object.entries(LANGUAGES).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
