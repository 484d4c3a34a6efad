// Finds the consent banner over an open page, and the scenario setting that removes it.
import type { Page } from "playwright";
import type { OpenBanner } from "../../domain/consent/openBanner.ts";
import type { BannerRead } from "./inPage/bannerReader.ts";
import { bannerQuestion, FRAMES_QUESTION } from "./readBanner.ts";

const MAX_FRAMES = 4;

/** `evaluate` queries the page's main document, in any script world. null: no banner was found. */
export async function bannerOnPage(
  page: Page,
  evaluate: (expression: string) => Promise<unknown>,
): Promise<OpenBanner | null> {
  const read = (await evaluate(bannerQuestion(true))) as BannerRead | null;
  if (read) return ofDocument(read);
  const frames = page.frames();
  if (frames.length < 2) return null;
  const over = (await evaluate(FRAMES_QUESTION)) as { url: string; selector: string; share: number }[];
  for (const { url, selector, share } of over.slice(0, MAX_FRAMES)) {
    const inside = await frames
      .find((frame) => frame.url() === url)
      ?.evaluate(bannerQuestion(false))
      .catch(() => null);
    const banner = inside as BannerRead | null | undefined;
    if (banner)
      return { ...choiceOf(banner), part: selector, removal: { setting: "removeSelectors", selector }, share };
  }
  return null;
}

function ofDocument(read: BannerRead): OpenBanner {
  const { places, share } = read;
  const part = places?.part ?? "";
  const choice = choiceOf(read);
  const button = choice.kind === null ? undefined : places?.[choice.kind];
  const removal =
    button?.apart && button.selector !== ""
      ? ({ setting: "dismissSelectors", selector: button.selector } as const)
      : ({ setting: "removeSelectors", selector: part } as const);
  return { ...choice, part, removal, share };
}

/** Chooses the button to press, preferring rejection, which needs nobody's agreement. */
function choiceOf({ reject, accept }: BannerRead): Pick<OpenBanner, "kind" | "label"> {
  if (reject !== null) return { kind: "reject", label: reject };
  return accept === null ? { kind: null, label: null } : { kind: "accept", label: accept };
}
