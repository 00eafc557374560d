import { useSyncExternalStore } from 'react';
import { Dialog } from './dialog.tsx';
import { areOn, onSwitch, turn } from './shortcuts-switch.ts';

const LIST = [
  { keys: '/', what: 'Search' },
  { keys: 'j', what: 'Next row' },
  { keys: 'k', what: 'Row before' },
  { keys: 'g e', what: 'Episodes' },
  { keys: 'g v', what: 'Videos' },
  { keys: 'g d', what: 'Downloads' },
  { keys: 'g f', what: 'Feed' },
  { keys: 'g w', what: 'Webhook' },
  { keys: 'g t', what: 'Tokens' },
  { keys: '?', what: 'These shortcuts' },
] as const;

/** Every shortcut, and the switch for them. */
export function ShortcutsHelp({ onClose }: { readonly onClose: () => void }) {
  const isOn = useSyncExternalStore(onSwitch, areOn);
  return (
    <Dialog title="Shortcuts" onClose={onClose} closeLabel="Close">
      <dl className="keys">
        {LIST.map(({ keys, what }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className="filter">
        <input type="checkbox" checked={isOn} onChange={({ target }) => turn(target.checked)} /> Use shortcuts
      </label>
    </Dialog>
  );
}
