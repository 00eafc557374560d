import { t } from '../texts/language.ts';

/** The pages of the navigation, with the keys that open them. Those of a podcast need one. */
export const sectionsOf = (podcast: string | undefined) => [
  ...(podcast === undefined
    ? []
    : [
        { keys: 'g e', to: `/podcasts/${podcast}`, label: t('Episodes') },
        { keys: 'g v', to: `/podcasts/${podcast}/videos`, label: t('Videos') },
        { keys: 'g d', to: `/podcasts/${podcast}/downloads`, label: t('Downloads') },
        { keys: 'g f', to: `/podcasts/${podcast}/feed`, label: t('Feed') },
      ]),
  { keys: 'g w', to: '/webhook', label: t('Webhook') },
  { keys: 'g t', to: '/tokens', label: t('Tokens') },
];
