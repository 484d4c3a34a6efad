// How explanations name elements, styles, places and sizes.
import type { Box } from "../pageMap.ts";

export const nameOf = (selector: string): string => `"${selector}"`;

/** Names of the recorded styles that differ and show: a border without width has none, and takes the text's colour. */
export function changedStyles(before: Record<string, string>, after: Record<string, string>): string[] {
  const differs = (name: string) =>
    before[name] !== undefined && after[name] !== undefined && before[name] !== after[name];
  const noBorder = /^[0 px]*$/.test(after.borderWidth ?? "") && /^[0 px]*$/.test(before.borderWidth ?? "");
  const asText = before.borderColor === before.color && after.borderColor === after.color;
  return Object.keys(after).filter((name) => differs(name) && !(name === "borderColor" && (noBorder || asText)));
}

/** "letter-spacing normal → 2px, color …", as CSS has the names. */
export function styleText(before: Record<string, string>, after: Record<string, string>): string {
  return changedStyles(before, after)
    .map((name) => `${cssName(name)} ${before[name]} → ${after[name]}`)
    .join(", ");
}

const cssName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const px = (value: number): string => `${Number(Math.abs(value).toFixed(1))} px`;

/** "moved 24 px down and 3 px to the left"; "" where it is in its place. */
export function moveText(from: Box, to: Box): string {
  const [right, down] = [to.x - from.x, to.y - from.y];
  const parts = [
    Math.abs(down) >= LEAST && `${px(down)} ${down > 0 ? "down" : "up"}`,
    Math.abs(right) >= LEAST && `${px(right)} to the ${right > 0 ? "right" : "left"}`,
  ].filter(Boolean);
  return parts.length > 0 ? `moved ${parts.join(" and ")}` : "";
}

/** "is 16 px narrower and 2 px taller (73×18 → 57×20)"; "" where it has its size. */
export function sizeText(from: Box, to: Box): string {
  const [wider, taller] = [to.width - from.width, to.height - from.height];
  const parts = [
    Math.abs(wider) >= LEAST && `${px(wider)} ${wider > 0 ? "wider" : "narrower"}`,
    Math.abs(taller) >= LEAST && `${px(taller)} ${taller > 0 ? "taller" : "shorter"}`,
  ].filter(Boolean);
  const size = ({ width, height }: Box) => `${Math.round(width)}×${Math.round(height)}`;
  return parts.length > 0 ? `is ${parts.join(" and ")} (${size(from)} → ${size(to)})` : "";
}

/** Less than this is how a browser rounds. */
export const LEAST = 0.5;
