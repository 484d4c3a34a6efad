// Reads fields of a BackstopJS configuration, collecting all problems instead of stopping at the first.

import { type Fields, isFields } from "../fields.ts";
import type { BackstopViewport } from "./backstopViewports.ts";
import type { FieldProblem } from "./problems.ts";
import { MAX_VIEWPORT, MAX_WAIT_MS, MIN_VIEWPORT } from "./scenarioShape.ts";

export type Reader = ReturnType<typeof createReader>;

export function createReader() {
  const problems: FieldProblem[] = [];
  const problem = (path: string, message: string) => void problems.push({ path, message });

  /** Returns a text, or "" if it is missing or empty. */
  const text = (from: Fields, path: string, key: string): string => {
    const value = from[key];
    if (value === undefined || value === null) return "";
    if (typeof value === "string") return value.trim();
    problem(`${path}.${key}`, "must be a string");
    return "";
  };

  /** Returns one text or a list as a list. Empty texts are dropped, because BackstopJS' own template is full of them. */
  const texts = (from: Fields, path: string, key: string): string[] => {
    const value = from[key];
    if (value === undefined || value === null || value === "") return [];
    const list: unknown[] = Array.isArray(value) ? value : [value];
    return list.flatMap((item, i) => {
      if (typeof item === "string") return item.trim() === "" ? [] : [item.trim()];
      problem(Array.isArray(value) ? `${path}.${key}[${i}]` : `${path}.${key}`, "must be a string");
      return [];
    });
  };

  const number = (from: Fields, path: string, key: string, min: number, max: number): number | null => {
    const value = from[key];
    if (value === undefined || value === null) return null;
    if (typeof value === "number" && value >= min && value <= max) return value;
    problem(path === "" ? key : `${path}.${key}`, `must be a number from ${min} to ${max}`);
    return null;
  };

  /** Also accepts a text, as BackstopJS does. Returns 0 if it is missing. */
  const milliseconds = (value: unknown, path: string): number => {
    if (value === undefined || value === null || value === "") return 0;
    const ms = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
    if (typeof ms === "number" && ms >= 0 && ms <= MAX_WAIT_MS) return Math.round(ms);
    problem(path, `must be a number of milliseconds from 0 to ${MAX_WAIT_MS}`);
    return 0;
  };

  const keyPresses = (from: Fields, path: string, key: string): { selector: string; keyPress: string }[] => {
    const value = from[key];
    if (value === undefined || value === null || value === "") return [];
    const list: unknown[] = Array.isArray(value) ? value : [value];
    return list.flatMap((item, i) => {
      const { selector, keyPress } = isFields(item) ? item : {};
      if (typeof selector === "string" && typeof keyPress === "string")
        return [{ selector: selector.trim(), keyPress }];
      problem(
        Array.isArray(value) ? `${path}.${key}[${i}]` : `${path}.${key}`,
        'must have "selector" and "keyPress", both strings',
      );
      return [];
    });
  };

  const viewports = (value: unknown, path: string): BackstopViewport[] => {
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) {
      problem(path, "must be a list");
      return [];
    }
    return value.flatMap((item: unknown, i) => {
      const at = `${path}[${i}]`;
      const { width, height, label, name } = isFields(item) ? item : {};
      if (isSize(width) && isSize(height))
        return [{ path: at, label: String(label ?? name ?? `${width}×${height}`), width, height }];
      problem(at, `must have a width and a height in whole pixels, from ${MIN_VIEWPORT} to ${MAX_VIEWPORT}`);
      return [];
    });
  };

  return { problems, problem, text, texts, number, milliseconds, keyPresses, viewports };
}

function isSize(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= MIN_VIEWPORT && value <= MAX_VIEWPORT;
}
