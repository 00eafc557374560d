import { describe, expect, it } from '@jest/globals';
import { drawn, drawnOpen, readFigures, seriesOf, totalsByDay, totalsByEpisode } from './figures.ts';

const CSV = [
  'date,episode_id,episode_title,downloads,unique_listeners,is_final,later',
  '2026-10-01,e1,"One, ""two"" and\r\nthree",5,4,true,x',
  "2026-10-01,e2,'=SUM(A1),2,2,true,x",
  "2026-10-03,e1,'tis the season,1,1,false,x",
  '',
].join('\r\n');

describe('the figures of an export', () => {
  const figures = readFigures(CSV);

  it('the figures of an export are read by the names of the columns, with quoted titles as they are', () => {
    expect(figures[0]).toEqual({
      date: '2026-10-01',
      episodeId: 'e1',
      title: 'One, "two" and\r\nthree',
      downloads: 5,
      listeners: 4,
      isFinal: true,
    });
  });

  it('the figures of an export have titles without the guard against spreadsheets, and with an apostrophe of their own', () => {
    expect(figures.map(({ title }) => title).slice(1)).toEqual(['=SUM(A1)', "'tis the season"]);
  });

  it('the figures of an export are added up by day, and a day without downloads is zero', () => {
    expect(totalsByDay(figures, ['2026-10-01', '2026-10-02', '2026-10-03'], '2026-10-03')).toEqual([
      { date: '2026-10-01', downloads: 7, listeners: 6, isFinal: true },
      { date: '2026-10-02', downloads: 0, listeners: 0, isFinal: true },
      { date: '2026-10-03', downloads: 1, listeners: 1, isFinal: false },
    ]);
  });

  it('the figures of an export are added up by episode, most downloaded first', () => {
    expect(totalsByEpisode(figures).map(({ episodeId, downloads }) => [episodeId, downloads])).toEqual([
      ['e1', 6],
      ['e2', 2],
    ]);
  });

  it('the figures of an export are drawn from the release on, and not on days that are not over', () => {
    const days = totalsByDay(figures, ['2026-10-01', '2026-10-02', '2026-10-03'], '2026-10-03');
    expect(drawn([7, 0, 1], days)).toEqual([7, 0, null]);
    expect(drawn([7, 0, 1], days, '2026-10-02')).toEqual([null, 0, null]);
  });

  it('the figures of days that are not over are drawn from the day before, and not into days to come', () => {
    const days = totalsByDay(figures, ['2026-10-01', '2026-10-02', '2026-10-03', '2026-10-04'], '2026-10-03');
    expect(drawnOpen([7, 0, 1, 0], days, '2026-10-03')).toEqual([null, 0, 1, null]);
    expect(drawnOpen([7, 0, 1, 0], days, '2026-10-03', '2026-10-03')).toEqual([null, null, 1, null]);
  });

  it('the figures of an export become a line for each episode', () => {
    expect(seriesOf(figures, ['e2', 'e1'], ['2026-10-01', '2026-10-02', '2026-10-03'], 'downloads')).toEqual([
      [2, 0, 0],
      [5, 0, 1],
    ]);
  });
});
