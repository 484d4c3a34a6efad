// Captures a page with one stabiliser on and off, so that each test shows its effect.

import type { BrowserPool } from "../../../../browsers/browserPool.ts";
import type { ShotSpec, StabiliserName } from "../../../../domain/visual/shot.ts";
import { type Captured, capture, type Pixels, pixelsOf, specOf } from "../engine/harness.ts";

export type Seen = Captured & { pixels: Pixels; text(id: string): string | undefined };

export async function seen(pools: { pool: BrowserPool }, spec: ShotSpec): Promise<Seen> {
  const result = await capture(pools, spec);
  const text = (id: string) => result.map?.elements.find((one) => one.id === id)?.text;
  return { ...result, pixels: await pixelsOf(result.frame.png), text };
}

export async function onAndOff(
  pools: { pool: BrowserPool },
  name: StabiliserName,
  url: string,
  change: Partial<ShotSpec> = {},
): Promise<{ on: Seen; off: Seen }> {
  const of = (value: boolean) => specOf(url, { ...change, stabilisers: { ...change.stabilisers, [name]: value } });
  return { on: await seen(pools, of(true)), off: await seen(pools, of(false)) };
}

/** Responds after a delay, like a slow server. */
export function later(ms: number, type: string, body: string | Buffer) {
  return (_request: unknown, response: import("node:http").ServerResponse) => {
    setTimeout(() => response.writeHead(200, { "content-type": type }).end(body), ms);
  };
}

/** Responds only to the first request: code that does not wait for the response never sees its effect, however slow the machine is. */
export function once(answer: ReturnType<typeof later>): ReturnType<typeof later> {
  let asked = false;
  return (request, response) => {
    if (!asked) answer(request, response);
    asked = true;
  };
}

export const svg = (fill: string, size = 40) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" fill="${fill}"/></svg>`;

export const WHITE = "255,255,255";
