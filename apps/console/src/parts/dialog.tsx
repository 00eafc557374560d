import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';

type Props = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A dialog that is open as long as it is there. Focus stays in it and returns to where it was; Escape closes it. */
export function Dialog({ title, onClose, children }: Props) {
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className="dialog">
          <Base.Title className="dialog-title">{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
