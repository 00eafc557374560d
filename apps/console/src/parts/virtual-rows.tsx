import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { Fragment, useCallback, useEffect, useLayoutEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react';

/** The attributes that a row sets on its element: `measure` as its ref, `index` as `data-index`. */
export type RowProps = { readonly measure: (element: HTMLElement | null) => void; readonly index: number };

type Props<Item> = {
  readonly items: readonly Item[];
  /** Pixels of a row before it is measured. */
  readonly estimate: number;
  readonly keyOf: (item: Item) => string;
  readonly children: (item: Item, row: RowProps) => ReactNode;
  readonly onEnd?: (() => void) | undefined;
  readonly className?: string;
};

/** Rows that are shown before the end of the list asks for more. */
const AHEAD = 10;

/** A list of which only the rows near the viewport, and the one with the focus, are in the document. */
export function VirtualList<Item>({ className, ...props }: Props<Item>) {
  const { place, onFocus, rows, after } = useVirtualRows(props);
  return (
    <ul ref={place} className={className} onFocus={onFocus}>
      {rows.map(({ key, gap, row }) => (
        <Fragment key={key}>
          {gap > 0 && <li aria-hidden="true" style={{ height: gap, padding: 0, border: 0 }} />}
          {row}
        </Fragment>
      ))}
      {after > 0 && <li aria-hidden="true" style={{ height: after, padding: 0, border: 0 }} />}
    </ul>
  );
}

function useVirtualRows<Item>({ items, estimate, keyOf, children, onEnd }: Props<Item>) {
  const place = useRef<HTMLUListElement>(null);
  const scrollMargin = useTopOf(place);
  const [focused, setFocused] = useState<number>();
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => estimate,
    overscan: 6,
    scrollMargin,
    getItemKey: (index) => keyOf(items[index] as Item),
    // A row with the focus stays: without it the focus would be lost, and j, k and Tab with it.
    rangeExtractor: useCallback((range: Range) => withRow(range, focused), [focused]),
  });
  const shown = virtualizer.getVirtualItems();
  const last = shown.at(-1);
  useEffect(() => {
    if (last && last.index >= items.length - AHEAD && last.index > AHEAD) onEnd?.();
  }, [last, items.length, onEnd]);
  const rows = shown.map(({ index, key, start }, at) => ({
    key,
    gap: start - (shown[at - 1]?.end ?? scrollMargin),
    row: children(items[index] as Item, { measure: virtualizer.measureElement, index }),
  }));
  const onFocus = ({ target }: FocusEvent) => setFocused(Number(target.closest<HTMLElement>('[data-index]')?.dataset['index']));
  return { place, onFocus, rows, after: virtualizer.getTotalSize() + scrollMargin - (last?.end ?? scrollMargin) };
}

function withRow(range: Range, row: number | undefined): number[] {
  const indexes = defaultRangeExtractor(range);
  if (row === undefined || !(row < range.count) || indexes.includes(row)) return indexes;
  return [...indexes, row].toSorted((one, other) => one - other);
}

/** Where an element begins in the document; lists above it, messages and filters move it. */
function useTopOf(place: React.RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setTop(Math.round((place.current?.getBoundingClientRect().top ?? 0) + scrollY));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [place]);
  return top;
}
