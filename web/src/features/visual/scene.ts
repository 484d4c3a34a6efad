// Types for what is drawn: a result in one of the view modes.

import type { PictureState } from "./pictures.ts";
import type { Piece, Placed } from "./rows.ts";
import type { Pin } from "./threads/pins.ts";
import type { Box, Size } from "./view.ts";

export const MODES = [
  { id: "side", key: "1", title: "Side by side", label: "Side by side" },
  { id: "slider", key: "2", title: "Slider", label: "Slider" },
  { id: "diff", key: "3", title: "Difference overlay", label: "Difference" },
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
  /** Label of the picture on the baseline side. */
  old: string;
  pictures: Record<Side, PictureState>;
  sizes: { baseline: Size | null; test: Size | null };
  pieces: readonly Piece[];
  regions: readonly Placed[];
  /** Comment threads at their position on the new picture. */
  pins: readonly Pin[];
  /** The selected region. */
  region: number | null;
  /** Which regions are outlined. With "none", nothing hides any of their pixels. */
  outlines: "all" | "current" | "none";
  /** Elements of the rule being created, on the new picture. */
  ruled: readonly Box[];
  drawn: Box | null;
  /** From 0 to 1: position of the slider, or opacity of the new picture. */
  part: number;
  /** The picture that "blink" currently shows. */
  phase: "baseline" | "test";
  /** Draws quickly while the picture moves, at better quality when it rests. */
  draft: boolean;
  /** Progress of the selected region's pulse, from 0 to 1; null if there is none. */
  pulse: number | null;
  /** Whether nothing is known about the result yet. */
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
