// Notes for people about a baseline that needed more than two captures.
import { plural } from "../../domain/text.ts";
import type { Reason, RestlessRegion } from "../../domain/visual/outcome.ts";

/** Note about a page that changes some seconds after it is ready, the same way each time. */
export function settledNote(): Reason {
  return {
    code: "settles_late",
    message: "The page changes some seconds after it is ready, so its screenshots are taken after that.",
  };
}

/** `between` null: most of the page differed. `failed`: why a further capture yielded no screenshot. */
export function unsettledNote({
  between,
  captures,
  failed,
}: {
  between: readonly RestlessRegion[] | null;
  captures: number;
  failed: Reason | null;
}): Reason {
  if (captures === 1)
    return {
      code: "unsettled",
      message: `The baseline could not be confirmed by a second capture. ${failed?.message ?? ""}`.trim(),
      data: { captures },
    };
  const many = `The page looked different in ${captures} captures`;
  if (between === null || between.length === 0)
    return { code: "unsettled", message: `${many}, so later runs may fail without a change.`, data: { captures } };
  const [one] = between as [RestlessRegion];
  const more = between.length > 1 ? ` and ${plural(between.length - 1, "other part", "other parts")}` : "";
  return {
    code: "unsettled",
    message: `${many}, at ${nameOf(one)}${more}. There, only size and place are compared.`,
    data: { captures, parts: between.length },
  };
}

/** Returns a note for each part, with the selector that a rule needs. */
export function notesOf(between: readonly RestlessRegion[]): Reason[] {
  return between.map((part) => {
    const { selector, box } = part;
    const { x, y, width, height } = box;
    const message = `${nameOf(part)} looked different in two captures of the page.`;
    return { code: "restless", message, data: { selector, x, y, width, height } };
  });
}

function nameOf({ selector, box: { x, y, width, height } }: RestlessRegion): string {
  return selector ? `"${selector}"` : `x=${x}, y=${y}, ${width}×${height} px`;
}
