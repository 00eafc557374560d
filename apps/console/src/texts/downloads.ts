import type { ReactNode } from 'react';
import { counted, rich, texts } from './language.ts';

/** Downloads of a podcast. */
export const t = texts('downloads', {
  saveCsv: 'Save as CSV',
  zone: 'Time zone',
  show: 'Show',
  lastDays: 'Last days',
  lastDaysOf: (days: number) => `The last ${days} days`,
  days: (days: number) => `${days} days`,
  none: 'Nothing was downloaded in these days.',
  noneHint: 'Downloads are counted where the feed’s enclosures lead through this service.',
  total: (downloads: ReactNode, episodes: number, days: number, zone: string) =>
    rich`${downloads} of ${counted(episodes, 'episode', 'episodes')} in ${counted(days, 'day', 'days')} (${zone})`,
  chart: 'Chart',
  count: 'Count',
  measure: {
    downloads: 'downloads',
    listeners: 'listeners, once a day and episode',
  },
  ownLine: (count: number) => `The ${count} most downloaded episodes have a line of their own.`,
  openDay: 'The line to a day that is not over is dashed; it leads to what was counted so far.',
  nothingBefore: (day: string) => `Before ${day} nothing was released.`,
  released: (episodes: string) => `Released, marked by ▼: ${episodes}`,
  all: 'All episodes',
  allOpen: 'All, day not over',
  allPast: (from: string, to: string) => `All, ${from} to ${to}`,
  byDay: 'By day',
  byDayHint: (zone: string) => `Days of ${zone}. A listener of two episodes counts for both.`,
  byEpisode: 'By episode',
  byEpisodeHint: 'A listener of two days counts for both.',
  listeners: 'Listeners',
  moreDays: (count: number) => `Show more of ${counted(count, 'day', 'days')}`,
  moreEpisodes: (count: number) => `Show more of ${counted(count, 'episode', 'episodes')}`,
});
