import { t } from '../texts/language.ts';
import { Check } from './controls.tsx';
import { Dialog } from './dialog.tsx';
import { sectionsOf } from './sections.ts';
import { areShortcutsOn, turnShortcuts } from './shortcuts.tsx';
import { useStore } from './store.ts';
import { Facts } from './table.tsx';

const OTHERS = [
  ['/', t('Search')],
  ['j', t('Next row')],
  ['k', t('Row before')],
  ['?', t('Shortcuts')],
] as const;

/** Every shortcut, and the switch for them. */
export function ShortcutsHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={t('Shortcuts')} onClose={onClose} closeLabel={t('Close')}>
      <Facts of={[...OTHERS, ...sectionsOf('').map(({ keys, label }) => [keys, label] as const)]} />
      <Check label={t('Use shortcuts')} checked={useStore(areShortcutsOn)} onChange={turnShortcuts} />
    </Dialog>
  );
}
