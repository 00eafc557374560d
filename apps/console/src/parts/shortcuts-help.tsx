import { Dialog } from './dialog.tsx';
import { Check } from './form.tsx';
import { areShortcutsOn, turnShortcuts } from './shortcuts-switch.ts';
import { useStore } from './use-store.ts';
import { t as frame } from '../texts/frame.ts';
import { t } from '../texts/shared.ts';
import { Facts } from './table.tsx';

const LIST = [
  { keys: '/', what: t.shortcuts.search },
  { keys: 'j', what: t.shortcuts.next },
  { keys: 'k', what: t.shortcuts.before },
  { keys: 'g e', what: frame.nav.episodes },
  { keys: 'g v', what: frame.nav.videos },
  { keys: 'g d', what: frame.nav.downloads },
  { keys: 'g f', what: frame.nav.feed },
  { keys: 'g w', what: frame.nav.webhook },
  { keys: 'g t', what: frame.nav.tokens },
  { keys: '?', what: t.shortcuts.these },
] as const;

/** Every shortcut, and the switch for them. */
export function ShortcutsHelp({ onClose }: { readonly onClose: () => void }) {
  const isOn = useStore(areShortcutsOn);
  return (
    <Dialog title={frame.shortcuts} onClose={onClose} closeLabel={frame.close}>
      <Facts of={LIST.map(({ keys, what }) => [keys, what])} />
      <Check label={t.shortcuts.use} checked={isOn} onChange={turnShortcuts} />
    </Dialog>
  );
}
