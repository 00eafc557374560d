/** How a figure is come by. */
import type { Stack } from './stack.ts';

export type Row = {
  name: string;
  ours: number;
  peer: number | null;
  ratio: number | null;
  bar: number | null;
  aim: number | null;
  unit: string;
  better: 'lower' | 'higher';
};

export type Course = { stack: Stack; quick: boolean };

/**
 * Lets measurements take turns, each round in the other order, the first ones for warming up.
 *
 * @returns for each measurement the values of the rounds that count
 */
export async function inTurn(
  measurements: readonly (() => Promise<number>)[],
  { warm, rounds }: { warm: number; rounds: number },
): Promise<number[][]> {
  const values: number[][] = measurements.map(() => []);
  for (let round = -warm; round < rounds; round += 1) {
    const order = measurements.map((measure, number) => [measure, values[number] ?? []] as const);
    if (round % 2 !== 0) order.reverse();
    for (const [measure, into] of order) {
      const value = await measure();
      if (round >= 0) into.push(value);
    }
  }
  return values;
}

export function against(
  name: string,
  ours: number,
  peer: number,
  { better = 'lower', ...terms }: Pick<Row, 'bar' | 'aim' | 'unit'> & { better?: Row['better'] },
): Row {
  return { name, ours, peer, ratio: ours / peer, better, ...terms };
}

export function alone(name: string, ours: number, terms: Pick<Row, 'bar' | 'aim' | 'unit'>): Row {
  return { name, ours, peer: null, ratio: null, better: 'lower', ...terms };
}
