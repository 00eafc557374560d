import { useState } from 'react';
import { Button, Check, Field } from '../../parts/controls.tsx';
import { faultOf } from '../../parts/states.tsx';
import { readTimeCode } from '../../parts/time-code.ts';
import { useMay } from '../../session/permissions.ts';
import { t } from '../../texts/language.ts';
import type { Row } from './draft.ts';

type Props = {
  readonly row: Row;
  readonly index: number;
  /** Why the API refused the document. */
  readonly error: Error | null;
  readonly onChange: (changed: Partial<Row>) => void;
  readonly onTimed: () => void;
  readonly onRemove: () => void;
};

/** The fields of a row: the member of the document, and the name. */
const FIELDS = {
  start: ['startTime', t('Start')],
  title: ['title', t('Title')],
  end: ['endTime', t('End (optional)')],
  summary: ['summary', t('Summary')],
  url: ['url', t('Page (https://…)')],
  img: ['img', t('Image (https://…)')],
} as const;

export function ChapterRow(props: Props) {
  const { row, index, error, onChange, onRemove } = props;
  const [isOpen, setOpen] = useState(false);
  const isReadOnly = !useMay('update');
  const name = row.title || t('chapter {0}', index + 1);
  const isRefused = ['endTime', 'summary', 'url', 'img', 'toc'].some((member) => faultOf(error, `chapters[${index}].${member}`));
  return (
    <li className="chapter">
      <Image url={row.img} />
      <div className="chapter-fields">
        <RowField of="start" {...props} />
        <RowField of="title" {...props} />
        <Button kind="quiet" of={name} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('Less') : t('More')}
        </Button>
        <Button kind="quiet" of={name} needs="update" onClick={onRemove}>
          {t('Remove')}
        </Button>
      </div>
      {(isOpen || isRefused) && (
        <div className="chapter-more">
          {(['end', 'summary', 'url', 'img'] as const).map((of) => (
            <RowField key={of} of={of} {...props} />
          ))}
          <Check
            label={t('Shown in the table of contents')}
            checked={row.isListed}
            disabled={isReadOnly}
            onChange={(on) => onChange({ isListed: on })}
          />
        </div>
      )}
    </li>
  );
}

function RowField({ of, row, index, error, onChange, onTimed }: Props & { readonly of: keyof typeof FIELDS }) {
  const [member, label] = FIELDS[of];
  const isTime = of === 'start' || (of === 'end' && row.end !== '');
  const fault = isTime && readTimeCode(row[of]) === undefined ? t('Write a time such as 1:02:03.5') : undefined;
  return (
    <Field
      isQuiet
      label={label}
      value={row[of]}
      fault={fault ?? faultOf(error, `chapters[${index}].${member}`)}
      readOnly={!useMay('update')}
      onChange={(value) => onChange({ [of]: value })}
      onBlur={of === 'start' ? onTimed : undefined}
    />
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
