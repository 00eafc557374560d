import { useId, useState } from 'react';
import { faultOf } from '../../parts/actions.ts';
import type { Row } from './draft.ts';
import { readTimeCode } from './time-code.ts';

type Props = {
  readonly row: Row;
  readonly index: number;
  /** Why the API refused the document. */
  readonly error: Error | null;
  readonly isReadOnly: boolean;
  readonly onChange: (changed: Partial<Row>) => void;
  readonly onTimed: () => void;
  readonly onRemove: () => void;
};

const NO_TIME = 'Write a time such as 1:02:03.5';

/** The error of a member of the chapter. */
type Faults = (member: string) => string | undefined;

export function ChapterRow({ row, index, error, isReadOnly, onChange, onTimed, onRemove }: Props) {
  const [isOpen, setOpen] = useState(false);
  const faults: Faults = (member) => faultOf(error, `chapters[${index}].${member}`);
  const name = row.title || `chapter ${index + 1}`;
  return (
    <li className="chapter">
      <Image url={row.img} />
      <div className="chapter-fields">
        <Field
          label="Start"
          className="chapter-start"
          value={row.start}
          fault={readTimeCode(row.start) === undefined ? NO_TIME : faults('startTime')}
          isReadOnly={isReadOnly}
          onChange={(start) => onChange({ start })}
          onBlur={onTimed}
        />
        <Field
          label="Title"
          className="chapter-title"
          value={row.title}
          fault={faults('title')}
          isReadOnly={isReadOnly}
          onChange={(title) => onChange({ title })}
        />
        <MoreButton name={name} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        <button type="button" className="button button-quiet" disabled={isReadOnly} aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </button>
      </div>
      {(isOpen || ['endTime', 'summary', 'url', 'img', 'toc'].some(faults)) && (
        <MoreFields row={row} faults={faults} isReadOnly={isReadOnly} onChange={onChange} />
      )}
    </li>
  );
}

type MoreButtonProps = { readonly name: string; readonly isOpen: boolean; readonly onToggle: () => void };

function MoreButton({ name, isOpen, onToggle }: MoreButtonProps) {
  const label = isOpen ? 'Less' : 'More';
  return (
    <button type="button" className="button button-quiet" aria-expanded={isOpen} aria-label={`${label} about ${name}`} onClick={onToggle}>
      {label}
    </button>
  );
}

type MoreFieldsProps = Pick<Props, 'row' | 'isReadOnly' | 'onChange'> & { readonly faults: Faults };

/** The members that few chapters have. */
function MoreFields({ row, faults, isReadOnly, onChange }: MoreFieldsProps) {
  const { end, isListed } = row;
  const field = (label: string, name: 'summary' | 'url' | 'img') => (
    <Field label={label} value={row[name]} fault={faults(name)} isReadOnly={isReadOnly} onChange={(value) => onChange({ [name]: value })} />
  );
  return (
    <div className="chapter-more">
      <Field
        label="End (optional)"
        value={end}
        fault={end !== '' && readTimeCode(end) === undefined ? NO_TIME : faults('endTime')}
        isReadOnly={isReadOnly}
        onChange={(value) => onChange({ end: value })}
      />
      {field('Summary', 'summary')}
      {field('Page (https://…)', 'url')}
      {field('Image (https://…)', 'img')}
      <label className="filter">
        <input type="checkbox" checked={isListed} disabled={isReadOnly} onChange={({ target }) => onChange({ isListed: target.checked })} />{' '}
        Shown in the table of contents
      </label>
    </div>
  );
}

type FieldProps = {
  readonly label: string;
  readonly value: string;
  readonly fault: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly className?: string;
};

function Field({ label, value, fault, isReadOnly, onChange, onBlur, className = '' }: FieldProps) {
  const id = useId();
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        dir="auto"
        value={value}
        readOnly={isReadOnly}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        onChange={({ target }) => onChange(target.value)}
        onBlur={onBlur}
      />
      {fault !== undefined && (
        <p id={`${id}-fault`} className="field-error">
          {fault}
        </p>
      )}
    </div>
  );
}

/** The picture of a chapter; nothing while its address is none. */
function Image({ url }: { readonly url: string }) {
  const [broken, setBroken] = useState<string>();
  const isShown = /^https?:\/\/./.test(url) && URL.canParse(url) && broken !== url;
  return isShown ? (
    <img className="chapter-image" src={url} alt="" loading="lazy" referrerPolicy="no-referrer" onError={() => setBroken(url)} />
  ) : (
    <span className="chapter-image" aria-hidden="true" />
  );
}
