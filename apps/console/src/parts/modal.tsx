import { useCallback, useId, type ReactNode } from 'react';
import './modal.css';

type Props = {
  readonly title: string;
  readonly onClose: () => void;
  /** Buttons at the end; the dialog has one that closes it anyway. */
  readonly actions?: ReactNode;
  readonly closeLabel?: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
};

/** The browser's own modal dialog: it keeps the focus inside, closes by Escape, and gives the focus back. */
export function Modal({ title, onClose, actions, closeLabel = 'Cancel', isWide = false, children }: Props) {
  const heading = useId();
  const open = useCallback((dialog: HTMLDialogElement | null) => {
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={open}
      className={isWide ? 'modal modal-wide' : 'modal'}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={heading}>{title}</h2>
      <div className="modal-body">{children}</div>
      <div className="modal-actions">
        <button type="button" className="button" onClick={onClose}>
          {closeLabel}
        </button>
        {actions}
      </div>
    </dialog>
  );
}
