import { useState, type ReactElement } from 'react';
import { faultOf } from '../../parts/problem.tsx';
import type { Row } from './draft.ts';
import { readTimeCode } from '../../parts/time-code.ts';
import { Button } from '../../parts/button.tsx';
import { Field, Check } from '../../parts/form.tsx';
import { t } from '../../texts/language.ts';

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

/** The error of a member of the chapter. */
type Faults = (member: string) => ReactElement | undefined;

export function ChapterRow({ row, index, error, isReadOnly, onChange, onTimed, onRemove }: Props) {
  const [isOpen, setOpen] = useState(false);
  const faults: Faults = (member) => faultOf(error, `chapters[${index}].${member}`);
  const name = row.title || t('chapter {0}', index + 1);
  return (
    <li className="chapter">
      <Image url={row.img} />
      <div className="chapter-fields">
        <Field
          isQuiet
          label={t('Start')}
          className="chapter-start"
          value={row.start}
          fault={readTimeCode(row.start) === undefined ? t('Write a time such as 1:02:03.5') : faults('startTime')}
          readOnly={isReadOnly}
          onChange={(start) => onChange({ start })}
          onBlur={onTimed}
        />
        <Field
          isQuiet
          label={t('Title')}
          value={row.title}
          fault={faults('title')}
          readOnly={isReadOnly}
          onChange={(title) => onChange({ title })}
        />
        <Button kind="quiet" of={name} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('Less') : t('More')}
        </Button>
        <Button kind="quiet" of={name} disabled={isReadOnly} onClick={onRemove}>
          {t('Remove')}
        </Button>
      </div>
      {(isOpen || ['endTime', 'summary', 'url', 'img', 'toc'].some(faults)) && (
        <MoreFields row={row} faults={faults} isReadOnly={isReadOnly} onChange={onChange} />
      )}
    </li>
  );
}

type MoreFieldsProps = Pick<Props, 'row' | 'isReadOnly' | 'onChange'> & { readonly faults: Faults };

/** The members that few chapters have. */
function MoreFields({ row, faults, isReadOnly, onChange }: MoreFieldsProps) {
  const { end, isListed } = row;
  const field = (label: string, name: 'summary' | 'url' | 'img') => (
    <Field
      isQuiet
      label={label}
      value={row[name]}
      fault={faults(name)}
      readOnly={isReadOnly}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <div className="chapter-more">
      <Field
        isQuiet
        label={t('End (optional)')}
        value={end}
        fault={end !== '' && readTimeCode(end) === undefined ? t('Write a time such as 1:02:03.5') : faults('endTime')}
        readOnly={isReadOnly}
        onChange={(value) => onChange({ end: value })}
      />
      {field(t('Summary'), 'summary')}
      {field(t('Page (https://…)'), 'url')}
      {field(t('Image (https://…)'), 'img')}
      <Check
        label={t('Shown in the table of contents')}
        checked={isListed}
        disabled={isReadOnly}
        onChange={(on) => onChange({ isListed: on })}
      />
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
