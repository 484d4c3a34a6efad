import type { Stabiliser } from "./stabiliser.ts";

/** Ends animations: finite ones jump to their end, endless ones are removed, later transitions happen immediately. */
export const animations: Stabiliser = {
  name: "animations",
  phase: "shoot",
  boundMs: 2_000,
  inPage: (tools) => {
    // An animation's end may start the next one; three rounds complete chains without chasing an endless one.
    for (let round = 0; round < 3; round += 1) {
      let ended = 0;
      // All are collected first: asking after one has ended makes the browser lay out the page again.
      for (const [tree, running] of tools.trees().map((tree) => [tree, tree.getAnimations()] as const)) {
        for (const animation of running) {
          if (animation.playState !== "running" && !animation.pending) continue;
          // A scroll-driven animation stands still while nobody scrolls.
          if (animation.timeline !== null && !(animation.timeline instanceof DocumentTimeline)) {
            const { defaultView } = tree.ownerDocument ?? (tree as Document);
            const view = defaultView as (Window & typeof globalThis) | null;
            if (view === null || !(animation.timeline instanceof view.DocumentTimeline)) continue;
          }
          const end = animation.effect?.getComputedTiming().endTime;
          try {
            if (end === Number.POSITIVE_INFINITY || animation.playbackRate === 0) animation.cancel();
            else animation.finish();
            ended += 1;
          } catch {
            animation.cancel();
          }
        }
      }
      if (ended === 0) break;
    }
    for (const element of tools.elements()) {
      if (element.localName !== "svg" || !("pauseAnimations" in element)) continue;
      const svg = element as SVGSVGElement;
      if (svg.querySelector("animate,animateTransform,animateMotion,set") === null) continue;
      svg.pauseAnimations();
      svg.setCurrentTime(0);
    }
    // Done last, because a transition that is disabled while it runs never fires its end event.
    tools.style(
      "animations",
      "*,*::before,*::after{transition-duration:0s!important;transition-delay:0s!important;scroll-behavior:auto!important}",
    );
  },
  explainFailure: () => "Some animations could not be stopped, so the screenshot may show them halfway.",
};
