// Runs in the page before it is stabilised; returns a function that restores it. Its source is sent to the page, so it must not use anything
// outside itself.

export const remember = (): (() => void) => {
  // Plumbline suppresses resize events of pages that are not used after the screenshot. This page is, so opt out by setting the mark.
  performance.mark("plumbline:held");
  const roots: (Document | ShadowRoot)[] = [document];
  const attributes: [Element, string, string | null][] = [];
  const playing: HTMLMediaElement[] = [];
  const graphics: SVGSVGElement[] = [];
  const keep = (element: Element, name: string) => attributes.push([element, name, element.getAttribute(name)]);
  for (let at = 0; at < roots.length; at += 1) {
    for (const element of (roots[at] as Document).querySelectorAll("*")) {
      if (element.shadowRoot) roots.push(element.shadowRoot);
      const name = element.localName;
      const { position, contentVisibility } = getComputedStyle(element);
      if (position === "sticky" || contentVisibility === "auto") keep(element, "style");
      if ((name === "img" || name === "iframe") && element.getAttribute("loading") === "lazy") keep(element, "loading");
      if (name === "input" || name === "textarea" || element.hasAttribute("contenteditable"))
        keep(element, "spellcheck");
      if (name === "svg" && !(element as SVGSVGElement).animationsPaused()) graphics.push(element as SVGSVGElement);
      if ((name === "video" || name === "audio") && !(element as HTMLMediaElement).paused)
        playing.push(element as HTMLMediaElement);
    }
  }
  const endless = roots
    .flatMap((root) => root.getAnimations())
    .filter(
      (one) => one.playState === "running" && one.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
    );
  const loops = new Map(playing.map((one) => [one, [one.loop, one.autoplay] as const]));
  const [left, top] = [scrollX, scrollY];
  return () => {
    for (const root of roots)
      root.adoptedStyleSheets = [...root.adoptedStyleSheets].filter(
        (sheet) => !(sheet.cssRules[0] as CSSStyleRule | undefined)?.selectorText?.startsWith("plumbline-"),
      );
    for (const [element, name, value] of attributes)
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
    for (const animation of endless) animation.play();
    for (const svg of graphics) svg.unpauseAnimations();
    for (const media of playing) {
      const [loop = false, autoplay = false] = loops.get(media) ?? [];
      media.loop = loop;
      media.autoplay = autoplay;
      void media.play().catch(() => undefined);
    }
    scrollTo({ left, top, behavior: "instant" });
    for (const mark of ["held", "walked"]) performance.clearMarks(`plumbline:${mark}`);
  };
};
