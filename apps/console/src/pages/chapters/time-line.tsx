import { Slider } from '@base-ui/react/slider';
import { asDuration } from '../../parts/format.ts';
import { useMay } from '../../session/permissions.ts';
import type { Row } from './draft.ts';
import { readTimeCode, writeTimeCode } from '../../parts/time-code.ts';
import { t } from '../../texts/language.ts';

/** More markers than this cannot be told apart on a line; the list below has them all. */
const MAX_MARKERS = 100;

type Props = {
  readonly rows: readonly Row[];
  readonly duration: number;
  readonly onMove: (key: number, start: string) => void;
  readonly onMoved: () => void;
};

/** The chapters on a line as long as the episode. A marker moves by dragging and by the arrow keys. */
export function TimeLine({ rows, duration, onMove, onMoved }: Props) {
  const isReadOnly = !useMay('update');
  const markers = rows.flatMap((row) => {
    const start = readTimeCode(row.start);
    return start === undefined || start > duration ? [] : [{ row, start }];
  });
  if (markers.length === 0 || markers.length > MAX_MARKERS) return null;
  const starts = markers.map(({ start }) => start);
  return (
    <Slider.Root
      value={starts}
      min={0}
      max={duration}
      step={0.1}
      largeStep={10}
      disabled={isReadOnly}
      thumbCollisionBehavior="none"
      onValueChange={(moved) => {
        const index = moved.findIndex((start, at) => start !== starts[at]);
        const marker = markers[index];
        if (marker) onMove(marker.row.key, writeTimeCode(moved[index] ?? 0));
      }}
      onValueCommitted={onMoved}
    >
      <Slider.Control className="time-line-control">
        <Slider.Track className="time-line-track">
          {markers.map(({ row }, index) => (
            <Marker key={row.key} row={row} index={index} />
          ))}
        </Slider.Track>
      </Slider.Control>
      <div className="row time-line-ends hint" aria-hidden="true">
        <span>0:00</span>
        <span>{asDuration(duration)}</span>
      </div>
    </Slider.Root>
  );
}

function Marker({ row, index }: { readonly row: Row; readonly index: number }) {
  return (
    <Slider.Thumb
      index={index}
      className={row.isListed ? 'time-line-thumb' : 'time-line-thumb time-line-silent'}
      getAriaLabel={() => t('Start of {0}', row.title || t('chapter {0}', index + 1))}
      getAriaValueText={(_, start) => writeTimeCode(start)}
      title={`${row.start} ${row.title}`}
    />
  );
}
