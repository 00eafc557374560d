import type { Refetch } from '../../api/api.ts';

type Words = { readonly tag: string; readonly label: string; readonly meaning: string };

export const STATUS: Readonly<Record<Refetch['status'], Words>> = {
  queued: { tag: 'tag-warn', label: 'Queued', meaning: 'The refetch begins in a moment.' },
  fetching: { tag: 'tag-warn', label: 'Fetching', meaning: 'The feed is being read.' },
  succeeded: { tag: 'tag-good', label: 'Succeeded', meaning: 'The feed was read.' },
  not_modified: { tag: 'tag-good', label: 'Not modified', meaning: 'The feed has not changed since it was last read.' },
  failed: { tag: 'tag-bad', label: 'Failed', meaning: 'Nothing was changed.' },
};

export const WARNINGS: Readonly<Record<Refetch['warnings'][number]['code'], string>> = {
  bare_ampersand: 'An & that begins no entity was read as &amp;',
  bare_less_than: 'A < that begins no element was read as text',
  control_character: 'A control character was left out',
  doctype: 'A DOCTYPE was ignored',
  html_entity: 'An entity of HTML, unknown to XML, was read',
  namespace_spelling: 'The namespace has an unusual spelling',
  no_date: 'An item has no date: its episode is published when it was first seen',
  relative_url: 'A relative address was completed',
  text_after_end: 'Text after the end was ignored',
  text_before_start: 'Text before the start was ignored',
  title_cut: 'A title of more than 1,000 characters was cut',
  undeclared_prefix: 'A prefix was used without its namespace declaration',
  unknown_entity: 'An unknown entity was read as text',
};
