// What one looks at, as the address says it. Stepping is at once; the address follows as soon as one rests.
import { useCallback, useEffect, useRef, useState } from "react";
import { useUrlState } from "../../lib/urlState.ts";
import { SHOWN, type Shown } from "./model.ts";
import { MODES, type Mode } from "./scene.ts";
import type { Zoom } from "./view.ts";

const REST_MS = 200;
const USUAL = { shot: -1, mode: "", zoom: "", q: "", show: "all", in: "" };

/** `zoom` null: the usual one of the result. `in`: results of one mode of the project; "": of all. */
export type Look = { shot: number; mode: Mode; zoom: Zoom | null; q: string; show: Shown; in: string };

/** A narrow screen has no room for two pictures. */
const usualMode = (): Mode => (matchMedia("(max-width: 860px)").matches ? "new" : "side");

function zoomOf(text: string): Zoom | null {
  const scale = Number.parseFloat(text);
  if (scale > 0) return scale;
  return text === "fit" ? "fit" : null;
}

/** With its sign: a bare figure would stand in quotes in the address. */
export const zoomText = (zoom: Zoom | null): string => (typeof zoom === "number" ? `${zoom}x` : (zoom ?? ""));

function lookOf(url: typeof USUAL): Look {
  return {
    shot: url.shot,
    q: url.q,
    mode: MODES.find(({ id }) => id === url.mode)?.id ?? usualMode(),
    zoom: zoomOf(url.zoom),
    show: SHOWN.find((one) => one === url.show) ?? "all",
    in: url.in,
  };
}

const urlOf = (look: Look): typeof USUAL => ({
  ...look,
  mode: look.mode === usualMode() ? "" : look.mode,
  zoom: zoomText(look.zoom),
});

export function useLook(): [Look, (change: Partial<Look>) => void] {
  const [url, setUrl] = useUrlState(USUAL);
  const [look, setLook] = useState(() => lookOf(url));
  const written = useRef(JSON.stringify(lookOf(url)));
  const told = JSON.stringify(lookOf(url));
  useEffect(() => {
    if (told === written.current) return;
    written.current = told;
    setLook(JSON.parse(told) as Look);
  }, [told]);
  const wanted = JSON.stringify(look);
  useEffect(() => {
    if (wanted === written.current) return;
    const timer = setTimeout(() => {
      written.current = wanted;
      setUrl(urlOf(JSON.parse(wanted) as Look));
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [wanted, setUrl]);
  const change = useCallback((some: Partial<Look>) => setLook((now) => ({ ...now, ...some })), []);
  return [look, change];
}
