// How figures are rounded and written in sentences of health and gate.

export const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

/** "1 run", "3 runs". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;

/** "A, B and C". */
export function inWords(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
