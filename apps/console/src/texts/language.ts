import { createElement, Fragment, type ReactNode } from 'react';
import type de from './de.json';

/**
 * The texts of the console, in English; one without a translation is a type error where it is used. `{0}` is the first
 * value of a text, `{0|chapter|chapters}` a number with what it counts.
 */
export type Text = keyof typeof de;

/**
 * The languages of the console, each in its own words. Another one is a file beside `de.json`, a name here and a line
 * in `TRANSLATIONS`.
 */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const TRANSLATIONS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Readonly<Record<Text, string>>>>> = {
  de: async () => (await import('./de.json', { with: { type: 'json' } })).default,
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

/** The texts of the language by the English ones; none in English. */
export let translated: Readonly<Record<string, string>> = {};

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

const plural = new Intl.PluralRules(locale);

export const asCount = (count: number): string => count.toLocaleString(locale);

export const asDecimal = (amount: number, digits: number): string =>
  amount.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** As many values as a text has places. */
type ValuesOf<T, Value> = T extends `${string}{${string}}${infer Rest}` ? [Value, ...ValuesOf<Rest, Value>] : [];

/** A text in the language of the page, with its values. */
export function t<T extends Text>(english: T, ...values: ValuesOf<T, string | number>): string {
  return pieces<string | number>(english, values).join('');
}

/** The same, with elements as its values. */
export function rich<T extends Text>(english: T, ...values: ValuesOf<T, ReactNode>): ReactNode {
  return createElement(Fragment, null, ...pieces<ReactNode>(english, values));
}

/** A text cut at its values. */
function pieces<Value>(english: Text, values: readonly Value[]): readonly (Value | string)[] {
  return (translated[english] ?? english).split(/(\{\d[^}]*\})/).map((piece) => {
    const [, at, one, other] = /^\{(\d)(?:\|([^|]*)\|([^|]*))?\}$/.exec(piece) ?? [];
    if (at === undefined) return piece;
    const value = values[Number(at)] as Value;
    if (typeof value !== 'number') return value;
    return one === undefined ? asCount(value) : `${asCount(value)} ${plural.select(value) === 'one' ? one : other}`;
  });
}
