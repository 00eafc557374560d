import { useEffect, useRef, type ReactNode } from 'react';
import { usePodcasts } from '../api/podcasts.ts';
import { t } from '../texts/language.ts';

type Props = {
  readonly title: string;
  /** The podcast that it is about; its title is above that of the page. */
  readonly podcast?: string;
  /** In place of it. */
  readonly above?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** The frame of every page: its heading gets the focus when the page appears, so that a screen reader announces it. */
export function Page({ title, podcast, above, actions, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { title: podcastTitle } = usePodcasts(podcast);
  const owner = podcast === undefined ? above : <bdi>{podcastTitle ?? t('Podcast')}</bdi>;
  useEffect(() => {
    document.title = t('{0} · Console', title);
  }, [title]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <header className="row page-head">
        <div>
          {owner && <p className="hint">{owner}</p>}
          <h1 ref={heading} tabIndex={-1} dir="auto">
            {title}
          </h1>
        </div>
        <div className="row">{actions}</div>
      </header>
      {children}
    </>
  );
}
