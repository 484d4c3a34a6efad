// Runs inside the page's isolated world: records what an element and its surroundings look like, and whether a style change is
// certainly visible. Sent as source, so the function uses only the page's globals.

/** Appearance of an element with the focus: computed styles by part. */
export type Appearance = Map<string, string>;

export type FocusAppearances = {
  isVisible(element: Element): boolean;
  /** Returns the element that contains it visually: its slot, its parent, or the host of its shadow tree. */
  above(element: Element): Element | null;
  /** `alone`: without its surroundings. */
  look(element: Element, alone: boolean): Appearance;
  /** While focused: whether its own outline contrasts with the background and is not clipped. */
  ringed(element: Element): boolean;
  /** The same for its surroundings: returns the names of those parts. */
  ringedAround(element: Element): Set<string>;
  /** Returns the elements of these surrounding parts. */
  parts(element: Element, names: ReadonlySet<string>): Element[];
  /** Whether a color, a line or a text changed enough between two looks that no screenshot is needed. */
  plain(element: Element, focused: Appearance, unfocused: Appearance): boolean;
};

/** Installs `globalThis.plumblineAppearances`. */
export const installFocusAppearances = (): void => {
  /** A lower contrast between two colors is too faint to count. */
  const SEEN = 1.5;
  const above = (element: Element): Element | null => {
    if (element.assignedSlot) return element.assignedSlot;
    const root = element.getRootNode();
    return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  const clipped = (style: CSSStyleDeclaration): boolean =>
    /^rect\((0|1)px[, ]+(0|1)px[, ]+(0|1)px[, ]+(0|1)px\)$/.test(style.clip) ||
    /^inset\((50|100)%/.test(style.clipPath);
  const isVisible = (element: Element): boolean => {
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    if (width < 3 || height < 3 || right + scrollX <= 0 || bottom + scrollY <= 0) return false;
    if (left > innerWidth && top > innerHeight) return false;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: false }))
      return false;
    for (let at: Element | null = element, depth = 0; at !== null && depth < 4; at = above(at), depth += 1)
      if (clipped(getComputedStyle(at))) return false;
    return true;
  };
  const clear = (colour: string): boolean =>
    colour === "transparent" || /^rgba\(.*, 0\)$/.test(colour) || / \/ 0\)$/.test(colour);
  type Rgb = [number, number, number];
  /** Null: not in rgb notation, or semi-transparent. */
  const rgb = (colour: string): Rgb | null => {
    const found = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(colour);
    if (!found || (found[4] !== undefined && Number(found[4]) < 0.9)) return null;
    return [Number(found[1]), Number(found[2]), Number(found[3])];
  };
  const light = (colour: Rgb): number => {
    const [r, g, b] = colour.map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
  };
  const apart = (one: string, other: string): boolean => {
    const [a, b] = [rgb(one), rgb(other)];
    if (a === null || b === null) return false;
    const [x, y] = [light(a), light(b)];
    return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05) >= SEEN;
  };
  /** Returns the color behind an element; null for an image, a gradient or a semi-transparent background. */
  const behind = (element: Element | null): string | null => {
    for (let at = element; at !== null; at = above(at)) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(at);
      if (backgroundImage !== "none" || opacity !== "1") return null;
      if (!clear(backgroundColor)) return rgb(backgroundColor) === null ? null : backgroundColor;
    }
    return "rgb(255, 255, 255)";
  };
  /** Whether an ancestor that hides overflow clips the element's surroundings on at least three sides. */
  const cutOff = (element: Element, margin: number): boolean => {
    const box = element.getBoundingClientRect();
    for (let at = above(element); at !== null && at !== document.documentElement; at = above(at)) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (overflowX === "visible" && overflowY === "visible") continue;
      const outer = at.getBoundingClientRect();
      const sides = [box.left - outer.left, outer.right - box.right, box.top - outer.top, outer.bottom - box.bottom];
      if (sides.filter((room) => room < margin).length > 2) return true;
    }
    return false;
  };
  const shadowOf = ({ boxShadow }: CSSStyleDeclaration): string =>
    boxShadow
      .slice(0, 1_000)
      .split(/,(?![^(]*\))/)
      .filter((layer) => !clear(/rgba?\([^)]*\)|color\([^)]*\)/.exec(layer)?.[0] ?? "") && /[1-9][\d.]*px/.test(layer))
      .join();
  const EDGES = ["Top", "Right", "Bottom", "Left"] as const;
  const looks = (style: CSSStyleDeclaration): string => {
    const outline =
      style.outlineStyle === "none" || style.outlineWidth === "0px" || clear(style.outlineColor)
        ? ""
        : `${style.outlineStyle} ${style.outlineWidth} ${style.outlineColor} ${style.outlineOffset}`;
    const edges = EDGES.map((edge) => {
      const width = style[`border${edge}Width`];
      return width === "0px" ? "" : `${width} ${style[`border${edge}Style`]} ${style[`border${edge}Color`]}`;
    });
    const background = clear(style.backgroundColor) ? "" : style.backgroundColor;
    const image = `${style.backgroundImage.slice(0, 500)} ${style.backgroundSize} ${style.backgroundPosition}`;
    return [
      outline,
      shadowOf(style),
      ...edges,
      background,
      style.backgroundImage === "none" ? "" : image,
      style.color,
      style.textDecorationLine === "none" ? "" : `${style.textDecorationLine} ${style.textDecorationColor}`,
      style.textDecorationThickness,
      style.opacity,
      style.transform,
      style.filter,
      style.fontWeight,
      style.fontSize,
      style.visibility,
    ].join("|");
  };
  /** Returns what can show the focus: the element, its pseudo-elements, and what can be styled by :focus-within or `+`. */
  const around = (element: Element): [name: string, element: Element, pseudo?: string][] => {
    const parts: [string, Element, string?][] = [["own", element]];
    for (const pseudo of ["::before", "::after"]) parts.push([pseudo, element, pseudo]);
    const near: (Element | null)[] = [element.nextElementSibling, element.previousElementSibling];
    // A ring may be drawn by any form, card or section around the control.
    for (let at = above(element), depth = 0; at !== null && depth < 40 && at !== document.body; depth += 1) {
      near.push(at);
      at = above(at);
    }
    if (element instanceof HTMLInputElement) near.push(...[...(element.labels ?? [])].slice(0, 2));
    near.forEach((one, index) => {
      if (one === null) return;
      parts.push([`near${index}`, one]);
      for (const pseudo of ["::before", "::after"]) parts.push([`near${index}${pseudo}`, one, pseudo]);
    });
    return parts;
  };
  const look = (element: Element, alone: boolean): Appearance => {
    const taken: Appearance = new Map();
    for (const [name, part, pseudo] of alone ? around(element).slice(0, 1) : around(element)) {
      const style = getComputedStyle(part, pseudo);
      if (pseudo !== undefined && (style.content === "none" || style.content === "normal")) taken.set(name, "");
      else if (!isVisible(part)) taken.set(name, "unseen");
      else {
        const { width, height } = part.getBoundingClientRect();
        const size = name === "own" ? `${Math.round(width)}x${Math.round(height)}` : "";
        taken.set(name, `${size}|${looks(style)}`);
      }
    }
    return taken;
  };
  const ringed = (element: Element): boolean => {
    const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(element);
    if (outlineStyle === "none" || outlineWidth === "0px" || clear(outlineColor)) return false;
    if (cutOff(element, Math.max(1, Number.parseFloat(outlineOffset) + 1))) return false;
    // The browser's own ring has a dark and a light line, which contrast with any background.
    if (outlineStyle === "auto" && outlineColor === "rgb(16, 16, 16)") return true;
    const ground = behind(Number.parseFloat(outlineOffset) < 0 ? element : above(element));
    return ground !== null && apart(outlineColor, ground);
  };
  /** Whether the element or something in it is drawn at that point. */
  const onTop = (element: Element, x: number, y: number): boolean => {
    const root = element.getRootNode();
    const hit = (root instanceof ShadowRoot ? root : document).elementFromPoint(x, y);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  };
  const plain = (element: Element, focused: Appearance, unfocused: Appearance): boolean => {
    const [now, then] = [focused.get("own")?.split("|") ?? [], unfocused.get("own")?.split("|") ?? []];
    if (now.length < 10 || then.length !== now.length) return false;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const [midX, midY] = [(left + right) / 2, (top + bottom) / 2];
    // Size, outline, shadow, four edges, background, image, text: the order in `looks`.
    const colour = (at: number): [string, string] => [now[at] ?? "", then[at] ?? ""];
    const [ground, ground2] = colour(7);
    const filled =
      ground !== "" && ground !== ground2 && apart(ground, ground2 === "" ? (behind(above(element)) ?? "") : ground2);
    if (filled && onTop(element, midX, midY)) return true;
    const [text, text2] = colour(9);
    if (text !== text2 && apart(text, text2) && (element.textContent ?? "").trim() !== "" && onTop(element, midX, midY))
      return true;
    const [lined, lined2] = [now[10] ?? "", then[10] ?? ""];
    return (lined === "") !== (lined2 === "") && /\S/.test(element.textContent ?? "") && onTop(element, midX, midY);
  };
  const ringedAround = (element: Element): Set<string> =>
    new Set(
      around(element).flatMap(([name, part, pseudo]) =>
        pseudo === undefined && name !== "own" && ringed(part) ? [name] : [],
      ),
    );
  const parts = (element: Element, names: ReadonlySet<string>): Element[] =>
    around(element).flatMap(([name, part]) => (names.has(name) && part !== element ? [part] : []));
  const kept: FocusAppearances = { isVisible, above, look, ringed, ringedAround, parts, plain };
  (globalThis as typeof globalThis & { plumblineAppearances: FocusAppearances }).plumblineAppearances = kept;
};
