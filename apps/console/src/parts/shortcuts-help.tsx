import { Dialog } from './dialog.tsx';
import { Check } from './controls.tsx';
import { areShortcutsOn, turnShortcuts } from './shortcuts-switch.ts';
import { useStore } from './use-store.ts';
import { Facts } from './table.tsx';
import { t } from '../texts/language.ts';

const LIST = [
  { keys: '/', what: t('Search') },
  { keys: 'j', what: t('Next row') },
  { keys: 'k', what: t('Row before') },
  { keys: 'g e', what: t('Episodes') },
  { keys: 'g v', what: t('Videos') },
  { keys: 'g d', what: t('Downloads') },
  { keys: 'g f', what: t('Feed') },
  { keys: 'g w', what: t('Webhook') },
  { keys: 'g t', what: t('Tokens') },
  { keys: '?', what: t('These shortcuts') },
] as const;

/** Every shortcut, and the switch for them. */
export function ShortcutsHelp({ onClose }: { readonly onClose: () => void }) {
  const isOn = useStore(areShortcutsOn);
  return (
    <Dialog title={t('Shortcuts')} onClose={onClose} closeLabel={t('Close')}>
      <Facts of={LIST.map(({ keys, what }) => [keys, what])} />
      <Check label={t('Use shortcuts')} checked={isOn} onChange={turnShortcuts} />
    </Dialog>
  );
}
