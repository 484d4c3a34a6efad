// What is drawn: a result in one of the modes in which it is looked at.

import type { PictureState } from "./pictures.ts";
import type { Piece, Placed } from "./rows.ts";
import type { Pin } from "./threads/pins.ts";
import type { Box, Size } from "./view.ts";

export const MODES = [
  { id: "side", key: "1", title: "Side by side", label: "Side by side" },
  { id: "slider", key: "2", title: "Slider", label: "Slider" },
  { id: "diff", key: "3", title: "Overlay of the difference", label: "Difference" },
  { id: "blink", key: "4", title: "Blink", label: "Blink" },
  { id: "onion", key: "5", title: "Onion skin", label: "Onion skin" },
  { id: "baseline", key: "6", title: "Baseline alone", label: "Baseline" },
  { id: "new", key: "7", title: "New alone", label: "New" },
] as const;
export type Mode = (typeof MODES)[number]["id"];

export type Side = "baseline" | "test" | "diff";
export type Pane = { left: number; top: number; width: number; height: number; side: Side | "both" };

export type Scene = {
  mode: Mode;
  /** What the picture on the baseline's side is called. */
  old: string;
  pictures: Record<Side, PictureState>;
  sizes: { baseline: Size | null; test: Size | null };
  pieces: readonly Piece[];
  regions: readonly Placed[];
  /** Conversations, where they stand on the new picture. */
  pins: readonly Pin[];
  /** The region one looks at. */
  region: number | null;
  /** Around which regions: around none, nothing hides a pixel of them. */
  outlines: "all" | "current" | "none";
  /** Of a rule that is being made: its elements on the new picture. */
  ruled: readonly Box[];
  drawn: Box | null;
  /** From 0 to 1: where the slider stands, how much of the new picture shines through. */
  part: number;
  /** Blink: which one is shown. */
  phase: "baseline" | "test";
  /** While it moves: drawn quickly, and finely when it rests. */
  draft: boolean;
  /** How far the pulse of the region one came to is, from 0 to 1; null: there is none. */
  pulse: number | null;
  /** Nothing is known of the result yet. */
  unknown: boolean;
};

export type Paint = {
  ground: string;
  line: string;
  text: string;
  surface: string;
  accent: string;
  bad: string;
  good: string;
};

export const FONT = "600 12px 'Inter Variable', system-ui, sans-serif";
