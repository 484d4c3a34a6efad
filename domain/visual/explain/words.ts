// Wording of elements, styles, positions and sizes in explanations.
import type { Box } from "../pageMap.ts";

export const nameOf = (selector: string): string => `"${selector}"`;

/** Returns the names of the recorded styles that differ visibly. A border without width is invisible and takes on the text's colour. */
export function changedStyles(before: Record<string, string>, after: Record<string, string>): string[] {
  const differs = (name: string) =>
    before[name] !== undefined && after[name] !== undefined && before[name] !== after[name];
  const noBorder = /^[0 px]*$/.test(after.borderWidth ?? "") && /^[0 px]*$/.test(before.borderWidth ?? "");
  const asText = before.borderColor === before.color && after.borderColor === after.color;
  return Object.keys(after).filter((name) => differs(name) && !(name === "borderColor" && (noBorder || asText)));
}

/** Example: "letter-spacing normal → 2px, color …", with the names as in CSS. */
export function styleText(before: Record<string, string>, after: Record<string, string>): string {
  return changedStyles(before, after)
    .map((name) => `${cssName(name)} ${before[name]} → ${after[name]}`)
    .join(", ");
}

const cssName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const px = (value: number): string => `${Number(Math.abs(value).toFixed(1))} px`;

/** Example: "moved 24 px down and 3 px to the left"; "" if it did not move. */
export function moveText(from: Box, to: Box): string {
  const [right, down] = [to.x - from.x, to.y - from.y];
  const parts = [
    Math.abs(down) >= ROUNDING_PX && `${px(down)} ${down > 0 ? "down" : "up"}`,
    Math.abs(right) >= ROUNDING_PX && `${px(right)} to the ${right > 0 ? "right" : "left"}`,
  ].filter(Boolean);
  return parts.length > 0 ? `moved ${parts.join(" and ")}` : "";
}

/** Example: "is 16 px narrower and 2 px taller (73×18 → 57×20)"; "" if the size is unchanged. */
export function sizeText(from: Box, to: Box): string {
  const [wider, taller] = [to.width - from.width, to.height - from.height];
  const parts = [
    Math.abs(wider) >= ROUNDING_PX && `${px(wider)} ${wider > 0 ? "wider" : "narrower"}`,
    Math.abs(taller) >= ROUNDING_PX && `${px(taller)} ${taller > 0 ? "taller" : "shorter"}`,
  ].filter(Boolean);
  const size = ({ width, height }: Box) => `${Math.round(width)}×${Math.round(height)}`;
  return parts.length > 0 ? `is ${parts.join(" and ")} (${size(from)} → ${size(to)})` : "";
}

/** Smaller differences are rounding by the browser. */
export const ROUNDING_PX = 0.5;
