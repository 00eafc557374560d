import type { ReactNode } from 'react';
import type { Catalogue } from './catalogue.ts';

/** The languages of the console, each in its own words. Another one is a file beside `de.ts`, a name here and a line in `TRANSLATIONS`. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const TRANSLATIONS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Catalogue>>> = {
  de: async () => (await import('./de.ts')).de,
};

const KEY = 'podcast-automation.language';

// Unit tests have no page.
const chosen = 'document' in globalThis ? localStorage.getItem(KEY) : null;
const preferred = 'document' in globalThis ? navigator.languages : [];
const isLanguage = (tag: string | undefined): tag is Language => tag !== undefined && tag in LANGUAGES;

/** The language that was chosen on this device, else the first of the browser's that the console has. */
export let language: Language = [chosen ?? '', ...preferred].map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en';

/** For `Intl`: the language as the browser wants it, such as `en-GB`. */
export let locale: string = localeOf(language);

function localeOf(spoken: Language): string {
  return preferred.find((tag) => tag.split('-')[0] === spoken) ?? spoken;
}

/** Keeps a language for this device, and shows the page in it. */
export function choose(next: Language): void {
  localStorage.setItem(KEY, next);
  location.reload();
}

let translated: Catalogue | undefined;

/** Loads the texts of the language, before the modules that use them. Without them the page is English. */
export async function loadTexts(): Promise<void> {
  try {
    if (language !== 'en') translated = await TRANSLATIONS[language]();
  } catch {
    language = 'en';
    locale = localeOf(language);
  }
  document.documentElement.lang = language;
}

/** The texts of an area of the console, in the language of the page. */
export function texts<Texts extends object>(area: keyof Catalogue, english: Texts): Texts {
  return (translated?.[area] as Texts | undefined) ?? english;
}

const plural = new Intl.PluralRules(locale);

export const asCount = (count: number): string => count.toLocaleString(locale);

export const asDecimal = (amount: number, digits: number): string =>
  amount.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** A number with what it counts: `1 chapter`, `2 chapters`. */
export const counted = (count: number, one: string, other: string): string =>
  `${asCount(count)} ${plural.select(count) === 'one' ? one : other}`;

/** A text with elements in it, in the order of its language. `<Rich of={…} />` shows it. */
export type RichText = readonly ReactNode[];

/** It is here, and not beside what shows it, because a translation must load before the pages. */
export const rich = (words: TemplateStringsArray, ...elements: readonly ReactNode[]): RichText =>
  words.flatMap((word, at) => [word, elements[at]]);
