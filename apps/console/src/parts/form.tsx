import { useId, type ComponentProps, type ReactNode } from 'react';

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { readonly onSubmit: () => void };

export function Form({ onSubmit, className = 'stack', ...props }: FormProps) {
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      {...props}
    />
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

/** A text with its name. */
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
