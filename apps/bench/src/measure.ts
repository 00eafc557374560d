// @ts-check
/** How a figure is come by. */
/** @typedef {import('./figures.mjs').Row} Row */

/**
 * Lets measurements take turns, each round in the other order, the first ones for warming up.
 *
 * @param {readonly (() => Promise<number>)[]} measurements
 * @param {{ warm: number, rounds: number }} options
 * @returns {Promise<number[][]>} for each measurement the values of the rounds that count
 */
export async function inTurn(measurements, { warm, rounds }) {
  /** @type {number[][]} */
  const values = measurements.map(() => []);
  for (let round = -warm; round < rounds; round += 1) {
    const order = measurements.map((measure, number) => /** @type {const} */ ([measure, values[number] ?? []]));
    if (round % 2 !== 0) order.reverse();
    for (const [measure, into] of order) {
      const value = await measure();
      if (round >= 0) into.push(value);
    }
  }
  return values;
}

/**
 * @param {string} name
 * @param {number} ours
 * @param {number} peer
 * @param {Pick<Row, 'bar' | 'aim' | 'unit'> & { better?: Row['better'] }} terms
 * @returns {Row}
 */
export function against(name, ours, peer, { better = 'lower', ...terms }) {
  return { name, ours, peer, ratio: ours / peer, better, ...terms };
}

/**
 * @param {string} name
 * @param {number} ours
 * @param {Pick<Row, 'bar' | 'aim' | 'unit'>} terms
 * @returns {Row}
 */
export function alone(name, ours, terms) {
  return { name, ours, peer: null, ratio: null, better: 'lower', ...terms };
}
