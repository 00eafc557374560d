import { useEffect, useRef, useSyncExternalStore } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import './chart.css';
import { locale, t } from '../../texts/language.ts';

type Line = { readonly label: string; readonly values: readonly (number | null)[]; readonly isPast?: boolean; readonly isOpen?: boolean };
type Mark = { readonly day: string };
type Props = { readonly days: readonly string[]; readonly lines: readonly Line[]; readonly marks: readonly Mark[] };

const HEIGHT = 260;
const DARK = matchMedia('(prefers-color-scheme: dark)');

/** Lines over days. It is drawn on a canvas: the table under it says the same to those who cannot see it. */
export function Chart({ days, lines, marks }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const scheme = useSyncExternalStore(onSchemeChange, () => DARK.matches);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const seconds = days.map((day) => Date.parse(`${day}T00:00:00Z`) / 1000);
    const plot = new uPlot(
      { ...options(element, lines), hooks: { draw: [(plot) => drawMarks(plot, marks)] } },
      [seconds, ...lines.map(({ values }) => [...values])],
      element,
    );
    const observer = new ResizeObserver(([entry]) => {
      if (entry) plot.setSize({ width: Math.floor(entry.contentRect.width), height: HEIGHT });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [days, lines, marks, scheme]);
  return <div ref={place} className="chart" aria-hidden="true" />;
}

function options(element: HTMLElement, lines: readonly Line[]): uPlot.Options {
  const style = getComputedStyle(element);
  const axis: uPlot.Axis = {
    stroke: style.color,
    font: `12px ${style.fontFamily}`,
    grid: { stroke: style.borderTopColor, width: 1 },
    ticks: { stroke: style.borderTopColor, width: 1 },
  };
  return {
    width: Math.max(element.clientWidth, 200),
    height: HEIGHT,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'), // days, whatever zone they are of
    scales: { y: { range: (_, __, most) => [0, Math.max(Math.ceil(most * 1.1), 4)] } },
    axes: [
      { ...axis, values: (_, ticks) => ticks.map(asDay) },
      { ...axis, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000, 1_000_000], size: 56 },
    ],
    series: [
      { label: t('Day'), value: (_, seconds) => (seconds === null ? '–' : new Date(seconds * 1000).toISOString().slice(0, 10)) },
      ...lines.map(({ label, isPast = false, isOpen = false }, index) => ({
        label,
        ...(isPast || isOpen ? { dash: [4, 4] } : {}),
        width: index === 0 ? 2 : 1.5,
        stroke: isPast ? style.color : colourOf(element, isOpen ? 0 : index),
        points: { show: !isPast, size: 5 },
      })),
    ],
  };
}

/** A triangle at the top of each day of a release. */
function drawMarks(plot: uPlot, marks: readonly Mark[]): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.fillStyle = getComputedStyle(ctx.canvas).color;
  ctx.textAlign = 'center';
  for (const { day } of marks) {
    const x = plot.valToPos(Date.parse(`${day}T00:00:00Z`) / 1000, 'x', true);
    ctx.fillText('▼', x, bbox.top + 8 * devicePixelRatio);
    ctx.fillRect(x, bbox.top + 10 * devicePixelRatio, 1, bbox.height - 10 * devicePixelRatio);
  }
  ctx.restore();
}

const dayAndMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });

function asDay(seconds: number): string {
  return seconds % 86_400 === 0 ? dayAndMonth.format(seconds * 1000) : '';
}

/** The tokens are pairs for two schemes: which of them holds is known to the browser alone. */
function colourOf(element: HTMLElement, index: number): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--series-${(index % 5) + 1})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function onSchemeChange(listener: () => void): () => void {
  DARK.addEventListener('change', listener);
  return () => DARK.removeEventListener('change', listener);
}
