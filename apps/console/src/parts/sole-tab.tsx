import { useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useMay } from '../session/permissions.tsx';
import { flushDrafts } from './drafts.ts';
import { Empty } from './states.tsx';
import { Button } from './button.tsx';
import { t } from '../texts/shared.ts';

type Props = {
  /** The work, such as `transcript/…`. */
  readonly name: string;
  readonly children: ReactNode;
};

/** Lets one tab of this browser work on something at a time: no tab's draft replaces another's. A token that may only read writes none. */
export function SoleTab({ name, children }: Props) {
  const [place, setPlace] = useState<'here' | 'elsewhere'>();
  const mayUpdate = useMay('update');
  const held = useRef<Hold>(undefined);
  useEffect(() => {
    if (!mayUpdate) return;
    const hold = (held.current = new Hold(name, setPlace));
    return () => hold.end();
  }, [name, mayUpdate]);
  if (place === 'here' || !mayUpdate) return children;
  if (place === undefined) return null;
  return (
    <Empty title={t.otherTab.title}>
      <p>{t.otherTab.hint}</p>
      <Button kind="primary" onClick={() => held.current?.ask()}>
        {t.otherTab.goOn}
      </Button>
    </Empty>
  );
}

/** Holds the lock of a name as long as no other tab asks for it. */
class Hold {
  private readonly channel: BroadcastChannel;
  private release: (() => void) | undefined;
  private waiting: AbortController | undefined;
  private isAsking = false;
  private isEnded = false;

  constructor(
    private readonly name: string,
    private readonly tell: (place: 'here' | 'elsewhere') => void,
  ) {
    this.channel = new BroadcastChannel(name);
    this.channel.onmessage = ({ data }) => void (data === 'ask' ? this.give() : this.take());
    // Only secure contexts have locks: `https:`, and this machine.
    if ('locks' in navigator) this.request({ ifAvailable: true });
    else tell('here');
  }

  ask(): void {
    this.isAsking = true;
    this.channel.postMessage('ask');
  }

  end(): void {
    this.isEnded = true;
    this.channel.close();
    this.waiting?.abort();
    this.release?.();
  }

  private request(options: LockOptions): void {
    // It fails when it is given up, and when another tab takes what it had.
    navigator.locks.request(this.name, options, (lock) => this.hold(lock)).catch(() => this.release && this.wait());
  }

  private hold(lock: Lock | null): Promise<void> | undefined {
    if (this.isEnded) return undefined;
    if (!lock) {
      this.wait();
      return undefined;
    }
    this.waiting = undefined;
    this.isAsking = false;
    this.tell('here');
    return new Promise((resolve) => (this.release = resolve));
  }

  private wait(): void {
    this.release?.();
    this.release = undefined;
    if (this.isEnded) return;
    flushSync(() => this.tell('elsewhere')); // the editor hands over what it has
    this.waiting = new AbortController();
    this.request({ signal: this.waiting.signal });
  }

  private async give(): Promise<void> {
    if (!this.release) return;
    flushSync(() => this.tell('elsewhere'));
    await flushDrafts();
    this.wait();
    if (!this.isEnded) this.channel.postMessage('free');
  }

  /** Taken, so that no third tab that has waited for longer gets it. */
  private take(): void {
    if (!this.isAsking) return;
    this.waiting?.abort();
    this.request({ steal: true });
  }
}
