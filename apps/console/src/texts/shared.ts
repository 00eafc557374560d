import { counted, texts } from './language.ts';

/** Parts that several pages load when they need them. */
export const t = texts('shared', {
  signInAgain: {
    again: 'Sign in again',
    notNow: 'Not now',
    kept: 'Nothing was uploaded, and your text is kept on this device.',
    goOn: 'Sign in, and go on with it.',
  },
  leaving: {
    title: 'Work that is not uploaded',
    forget: 'Forget it and sign out',
    keep: 'Keep it and sign out',
    what: (count: number) => {
      const [are, they, them] = count === 1 ? ['is', 'it waits', 'it'] : ['are', 'they wait', 'them'];
      const drafts = counted(count, 'transcript or list of chapters', 'transcripts or lists of chapters');
      return `${drafts} on this device ${are} not uploaded. Kept, ${they} here for 30 days for somebody who may open the episode. On a device that others use, forget ${them}.`;
    },
  },
  copied: 'Copied',
  cannotCopy: 'Select it and copy',
  secret: {
    once: (title: string) => `${title} It is shown this once.`,
    copy: 'Copy the secret',
    stored: 'I have stored it',
  },
  otherTab: {
    title: 'This is open in another tab.',
    hint: 'What is written there is kept. Close that tab, or go on here.',
    goOn: 'Go on here',
  },
  shortcuts: {
    use: 'Use shortcuts',
    search: 'Search',
    next: 'Next row',
    before: 'Row before',
    these: 'These shortcuts',
  },
});
