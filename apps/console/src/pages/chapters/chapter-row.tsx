import { useState, type ReactNode } from 'react';
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

/** The members of the document by the fields of a row. */
const MEMBERS = { start: 'startTime', end: 'endTime', title: 'title', summary: 'summary', url: 'url', img: 'img' } as const;

/** Makes the fields of a row. @param fault in place of what the API has refused */
const fieldsOf = ({ row, onChange, onTimed }: Props, faults: (member: string) => ReactNode, isReadOnly: boolean) =>
  function field(of: keyof typeof MEMBERS, label: string, fault?: ReactNode) {
    return (
      <Field
        isQuiet
        label={label}
        className={`chapter-${of}`}
        value={row[of]}
        fault={fault ?? faults(MEMBERS[of])}
        readOnly={isReadOnly}
        onChange={(value) => onChange({ [of]: value })}
        onBlur={of === 'start' ? onTimed : undefined}
      />
    );
  };

const noTime = (time: string) => (readTimeCode(time) === undefined ? t('Write a time such as 1:02:03.5') : undefined);

export function ChapterRow(props: Props) {
  const { row, index, error, onChange, onRemove } = props;
  const [isOpen, setOpen] = useState(false);
  const isReadOnly = !useMay('update');
  const faults = (member: string) => faultOf(error, `chapters[${index}].${member}`);
  const field = fieldsOf(props, faults, isReadOnly);
  const name = row.title || t('chapter {0}', index + 1);
  return (
    <li className="chapter">
      <Image url={row.img} />
      <div className="chapter-fields">
        {field('start', t('Start'), noTime(row.start))}
        {field('title', t('Title'))}
        <Button kind="quiet" of={name} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('Less') : t('More')}
        </Button>
        <Button kind="quiet" of={name} needs="update" onClick={onRemove}>
          {t('Remove')}
        </Button>
      </div>
      {(isOpen || ['endTime', 'summary', 'url', 'img', 'toc'].some(faults)) && (
        <div className="chapter-more">
          {field('end', t('End (optional)'), row.end === '' ? undefined : noTime(row.end))}
          {field('summary', t('Summary'))}
          {field('url', t('Page (https://…)'))}
          {field('img', t('Image (https://…)'))}
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
