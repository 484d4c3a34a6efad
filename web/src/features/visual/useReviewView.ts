// View state kept in the address. Stepping updates the screen immediately, and the address once the selection rests.
import { useCallback, useEffect, useRef, useState } from "react";
import { useUrlState } from "../../lib/urlState.ts";
import { SHOWN, type Shown } from "./model.ts";
import { MODES, type Mode } from "./scene.ts";
import type { Zoom } from "./view.ts";

const REST_MS = 200;
const USUAL = { shot: -1, mode: "", zoom: "", q: "", show: "all", in: "" };

/** `zoom` is null for the result's default. `in`: name of a mode to filter by, or "" for all. */
export type ReviewView = { shot: number; mode: Mode; zoom: Zoom | null; q: string; show: Shown; in: string };

/** A narrow screen has no room for two pictures. */
const usualMode = (): Mode => (matchMedia("(max-width: 860px)").matches ? "new" : "side");

function zoomOf(text: string): Zoom | null {
  const scale = Number.parseFloat(text);
  if (scale > 0) return scale;
  return text === "fit" ? "fit" : null;
}

/** With an "x", because a bare number would be quoted in the address. */
export const zoomText = (zoom: Zoom | null): string => (typeof zoom === "number" ? `${zoom}x` : (zoom ?? ""));

function viewOf(url: typeof USUAL): ReviewView {
  return {
    shot: url.shot,
    q: url.q,
    mode: MODES.find(({ id }) => id === url.mode)?.id ?? usualMode(),
    zoom: zoomOf(url.zoom),
    show: SHOWN.find((one) => one === url.show) ?? "all",
    in: url.in,
  };
}

const urlOf = (view: ReviewView): typeof USUAL => ({
  ...view,
  mode: view.mode === usualMode() ? "" : view.mode,
  zoom: zoomText(view.zoom),
});

export function useReviewView(): [ReviewView, (change: Partial<ReviewView>) => void] {
  const [url, setUrl] = useUrlState(USUAL);
  const [view, setView] = useState(() => viewOf(url));
  const written = useRef(JSON.stringify(viewOf(url)));
  const told = JSON.stringify(viewOf(url));
  useEffect(() => {
    if (told === written.current) return;
    written.current = told;
    setView(JSON.parse(told) as ReviewView);
  }, [told]);
  const wanted = JSON.stringify(view);
  useEffect(() => {
    if (wanted === written.current) return;
    const timer = setTimeout(() => {
      written.current = wanted;
      setUrl(urlOf(JSON.parse(wanted) as ReviewView));
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [wanted, setUrl]);
  const change = useCallback((some: Partial<ReviewView>) => setView((now) => ({ ...now, ...some })), []);
  return [view, change];
}
