import { useId, useRef, type ComponentProps, type FormEvent, type ReactNode } from 'react';
import type { Permission } from '../api/api.ts';
import { useMay } from '../session/permissions.ts';

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  readonly kind?: 'primary' | 'danger' | 'quiet' | undefined;
  /** The one that it is about, for those who hear the page: many rows have the same button. */
  readonly of?: string | undefined;
  /** The permission without which it is switched off. */
  readonly needs?: Permission | undefined;
};

export function Button({ kind, of, needs, disabled, type = 'button', children, ...props }: ButtonProps) {
  const isOff = !useMay(needs) || disabled;
  return (
    <button type={type} className={kind ? `button button-${kind}` : 'button'} disabled={isOff} {...props}>
      {children}
      {of !== undefined && <span className="visually-hidden"> {of}</span>}
    </button>
  );
}

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  readonly onSubmit: () => void;
  /** The permission without which all of it is switched off. */
  readonly needs?: Permission;
};

export function Form({ onSubmit, needs, className = 'stack', children, ...props }: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit} {...props}>
      <fieldset role="none" className={className} disabled={!useMay(needs)}>
        {children}
      </fieldset>
    </form>
  );
}

type FieldProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  readonly label: ReactNode;
  /** Why the value is refused, in place of the hint. */
  readonly fault?: ReactNode;
  /** Whether a fault is not announced, such as one of every key. */
  readonly isQuiet?: boolean;
  readonly hint?: string;
  /** Lines, for a text of several. */
  readonly rows?: number;
  readonly onChange: (value: string) => void;
  /** Beside the input. */
  readonly children?: ReactNode;
};

export function Field({ label, className = '', fault, isQuiet = false, hint, onChange, children, ...input }: FieldProps) {
  const ownId = useId();
  const id = input.id ?? ownId;
  const isRefused = fault !== undefined;
  const Input = (input.rows === undefined ? 'input' : 'textarea') as 'input';
  const element = (
    <Input
      dir="auto"
      {...input}
      id={id}
      aria-invalid={isRefused}
      aria-describedby={isRefused || hint !== undefined ? `${id}-help` : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  );
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      {children === undefined ? (
        element
      ) : (
        <div className="row">
          {element} {children}
        </div>
      )}
      {(isRefused || hint !== undefined) && (
        <p id={`${id}-help`} className={isRefused ? 'field-error' : 'hint'} role={isRefused && !isQuiet ? 'alert' : undefined}>
          {fault ?? hint}
        </p>
      )}
    </div>
  );
}

type CheckProps = { readonly label: string; readonly onChange: (isOn: boolean) => void } & Omit<ComponentProps<'input'>, 'onChange'>;

export function Check({ label, onChange, ...input }: CheckProps) {
  return (
    <label className="check">
      <input type="checkbox" {...input} onChange={({ target }) => onChange(target.checked)} /> {label}
    </label>
  );
}

type ChoiceProps<Value> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, name: string])[];
  readonly onChange: (value: Value) => void;
  readonly className?: string;
};

/** One of several values, each with its name. */
export function Choice<Value extends string | number>({ label, value, options, onChange, className = 'field' }: ChoiceProps<Value>) {
  const id = useId();
  const choose = (index: number) => {
    const [chosen] = options[index] ?? [];
    if (chosen !== undefined) onChange(chosen);
  };
  return (
    <div className={className}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => choose(target.selectedIndex)}>
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

export const TRANSCRIPTS = '.srt,.vtt,.txt,text/vtt,application/x-subrip';

type FileButtonProps = {
  readonly label: string;
  readonly accept: string;
  readonly isMany?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
};

/** A button that chooses files. The same one can be chosen again. */
export function FileButton({ label, accept, isMany = false, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={isMany}
        disabled={!useMay('update')}
        aria-label={label}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <Button needs="update" onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
