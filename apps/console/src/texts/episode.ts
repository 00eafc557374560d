import type { ReactNode } from 'react';
import { counted, rich, texts } from './language.ts';

/** The page of one episode. */
export const t = texts('episode', {
  guid: 'GUID',
  noneYet: 'None yet.',
  beingMade: 'It is being made; an upload has to wait.',
  editTranscript: 'Edit the transcript',
  addTranscript: 'Add a transcript',
  editChapters: 'Edit the chapters',
  addChapters: 'Add chapters',
  addresses: 'Public addresses',
  seenSoon: 'A change is seen here within a minute.',
  isOff: 'The publication of this podcast is off.',
  what: 'What',
  address: 'Address',
  public: 'Public',
  afterRelease: 'After its release',
  off: 'Publication is off',
  noTranscript: 'No transcript',
  noAudio: 'No audio',
  audio: 'Audio',
  text: 'Text',
  firstDays: 'First days',
  inFirstDays: (downloads: ReactNode, days: number, zone: string) =>
    rich`${downloads} in the first ${counted(days, 'day', 'days')} (${zone}).`,
  allDownloads: 'All downloads',
  linked: 'Linked',
  allVideos: 'All videos',
  chooseVideo: 'Choose a video…',
  linkReady: 'Link one that is ready…',
});
