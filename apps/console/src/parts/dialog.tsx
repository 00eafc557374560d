import { Dialog as Base } from '@base-ui/react/dialog';
import { useId, useRef, type ReactNode } from 'react';
import { useAction, type Action } from './actions.ts';
import { Button, Form } from './controls.tsx';
import './dialog.css';
import { Problem } from './states.tsx';
import { t } from '../texts/language.ts';

type Props = {
  readonly title: string;
  readonly onClose: () => void;
  readonly closeLabel?: string;
  /** Buttons after the one that closes. */
  readonly actions?: ReactNode;
  readonly isWide?: boolean;
  /** Whether the main button has the focus at first, and not the first element. */
  readonly focusesMain?: boolean;
  readonly children: ReactNode;
};

/** A dialog that is open as long as it is there. Focus stays in it and returns to where it was; Escape closes it. */
export function Dialog({ title, onClose, closeLabel = t('Cancel'), actions, isWide = false, focusesMain = false, children }: Props) {
  const popup = useRef<HTMLDivElement>(null);
  const main = () => popup.current?.querySelector<HTMLElement>('.dialog-actions .button-primary') ?? true;
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup ref={popup} initialFocus={focusesMain ? main : true} className={isWide ? 'dialog sheet dialog-wide' : 'dialog sheet'}>
          <Base.Title>{title}</Base.Title>
          <div className="dialog-body">{children}</div>
          <div className="row dialog-actions">
            <Button onClick={onClose}>{closeLabel}</Button>
            {actions}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

type FormDialogProps = Omit<Props, 'actions'> & {
  /** The main button. */
  readonly submit: string;
  readonly kind?: 'primary' | 'danger';
  readonly disabled?: boolean;
  /** Why it was refused. */
  readonly error?: Error | null;
  readonly onSubmit: () => void;
};

/** A dialog that does one thing, if the person wants it. */
export function FormDialog({ submit, kind = 'primary', disabled = false, error, onSubmit, children, ...dialog }: FormDialogProps) {
  const form = useId();
  const main = (
    <Button type="submit" form={form} kind={kind} disabled={disabled}>
      {submit}
    </Button>
  );
  return (
    <Dialog {...dialog} actions={main}>
      <Form id={form} onSubmit={onSubmit}>
        {children}
        {error && <Problem error={error} />}
      </Form>
    </Dialog>
  );
}

type ActionDialogProps<Result> = Omit<FormDialogProps, 'disabled' | 'error' | 'onSubmit'> &
  Action<void, Result> & {
    /** Called after the action, in place of `onClose`. */
    readonly onDone?: () => void;
  };

/** A dialog that asks before an action, and closes once what the action has changed is loaded again. */
export function ActionDialog<Result>({ run, done, changes, onSuccess, onDone, ...dialog }: ActionDialogProps<Result>) {
  const action = useAction({ run, done, changes, onSuccess });
  const submit = () => action.mutate(undefined, { onSuccess: onDone ?? dialog.onClose });
  return <FormDialog {...dialog} disabled={action.isPending} error={action.error} onSubmit={submit} />;
}
