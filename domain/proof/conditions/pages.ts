// Reads conditions about the page, or the part of a page, on which something is done.
import { type Reading, SEVERAL } from "./condition.ts";

const PLACES =
  "mini[- ]?(?:cart|basket|bag)|headers?|footers?|side ?bars?|drawers?|overlays?|pop-?ups?|modals?|dialogs?|lightbox(?:es)?|carousels?|sliders?|quick ?views?|teasers?|recommendations?|navigation|menus?|toolbars?|wish ?lists?|search results?|results? lists?|product lists?|categor(?:y|ies)(?: lists?)?|listings?|widgets?|banners?|checkout|basket|cart|bag|order history|account(?: area)?|profile|comparison|magazine|blog|help cent(?:re|er)|cross-?sell\\w*|bundles?";
const PAGE_WORD = "(?:pages?|screens?|templates?|views?|sections?|tabs?|steps?)";
const NO_PAGE =
  /^(?:the|a|an|this|that|same|next|first|last|previous|whole|current|new|other|own|its|our|my|their|any|some|web)$/i;

export function readPages(reading: Reading): void {
  reading.each(
    /\b(?:on|in|at|from|of|across)\s+(?:every|each|all|any)(?:\s+of)?(?:\s+(?:the|our|other))*(?:\s+[\w-]+){0,2}?\s+(?:pages?|screens?|templates?|sites?)\b|\bsite-?wide\b/gi,
    () => ({ kind: "page", wanted: SEVERAL }),
  );
  reading.each(
    /\b(?:on|at|from|of|in)\s+(?:the\s+|our\s+|a\s+)?(?:home ?pages?|start ?pages?|front ?pages?)\b(?!\s+of\b)/gi,
    () => ({ kind: "page", wanted: "/" }),
  );
  reading.each(
    new RegExp(
      `\\b(?:on|at|from|in|of)\\s+(?:the\\s+|an?\\s+|our\\s+|their\\s+|its\\s+)?((?:[\\w'-]+\\s+){1,3}?)${PAGE_WORD}\\b((?:\\s+of\\s+(?:the\\s+|an?\\s+|our\\s+)?[\\w-]+(?:\\s+(?!${NO_CROSSING}|${VERB})[\\w-]+)?)?)`,
      "gi",
    ),
    ([, words = "", of = ""]) => {
      const kept = `${words} ${of.replace(/^\s*of\s+(?:the\s+|an?\s+|our\s+)?/i, "")}`
        .trim()
        .split(/\s+/)
        .filter((word) => !NO_PAGE.test(word));
      return kept.length === 0 ? null : { kind: "page", wanted: kept.join(" ") };
    },
  );
  reading.each(/(?<![\w"'`/.:])\/(?:[\w.%-]+\/?)+\*?(?=[\s,;.)]|$)/g, ([path]) => ({
    kind: "page",
    wanted: path.replace(/[.*]+$/, ""),
  }));
  reading.each(
    new RegExp(
      `\\b(?:in|on|from|at|via|through|inside|within|using)\\s+(?:the\\s+|an?\\s+|our\\s+|their\\s+|its\\s+)?((?:(?!${NO_CROSSING})[\\w'-]+\\s+){0,2}?(?:${PLACES}))\\b`,
      "gi",
    ),
    ([, words = ""]) => ({ kind: "page", wanted: words }),
  );
}
const VERB = "(?:must|should|is|are|sends?|fires?|has|have|was|were|when|if)\\b";
/** A place is named by the words directly before it, not by another part of the sentence. */
const NO_CROSSING = "(?:and|or|the|a|an|of|to|from|in|on|with|is|are|was|when|if)\\s";
