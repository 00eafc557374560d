import { useEffect, useRef, type ReactNode } from 'react';
import { t } from '../texts/language.ts';

type Props = {
  readonly title: string;
  /** The owner of the title, such as a podcast. */
  readonly eyebrow?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** The frame of every page: its heading gets the focus when the page appears, so that a screen reader announces it. */
export function Page({ title, eyebrow, actions, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = t('{0} · Console', title);
  }, [title]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <header className="row page-head">
        <div>
          {eyebrow !== undefined && <p className="eyebrow">{eyebrow}</p>}
          <h1 ref={heading} tabIndex={-1} dir="auto">
            {title}
          </h1>
        </div>
        {actions !== undefined && <div className="row">{actions}</div>}
      </header>
      {children}
    </>
  );
}
