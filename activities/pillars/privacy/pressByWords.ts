// Answers a banner by the words on its buttons.
import type { Guard } from "../../../browsers/page/guard.ts";
import type { LabelKind } from "../../../domain/consent/labelKind.ts";
import type { ChoiceFailure, ChoiceMethod } from "../../../domain/pillars/privacy/gathered.ts";
import type { Autoconsent, Popup } from "../../consent/autoconsent.ts";
import { type Seen, seeBanner } from "../../consent/readBanner.ts";

export type Press = "accept" | "reject";

export type Pressed = {
  ok: true;
  method: ChoiceMethod;
  cmp: string | null;
  clicks: number | null;
  /** performance.now() of the last click; null if there was none. */
  clickedAt: number | null;
  pressed: boolean;
  /** The banner whose own test can be run. */
  tested?: Popup;
};
export type NotPressed = { ok: false; code: ChoiceFailure; reason: string; pressed: boolean };

type Reader = { guard: Guard; autoconsent: Autoconsent };

const POLL_MS = 250;
/** Time for the second layer of a banner to open. */
const LAYER_MS = 4_000;

/** Uses a button that rejects, else saves with every box off, in the first layer or behind its settings. */
export async function refuseByWords(reader: Reader): Promise<Pressed | NotPressed> {
  const { guard, autoconsent } = reader;
  const at = performance.now();
  const first = await pressFirst(reader, async () => {
    return (await pressSeen(reader, "reject", 0)) ?? (await pressSeen(reader, "save", 0));
  });
  if ("did" in first) return first.did;
  const seen = await seeBanner(autoconsent.worlds, "settings");
  if (!seen || seen.clicks === 0) return notSeen(seen, "reject");
  // The first layer may remain: the second one may be in another frame.
  while (performance.now() - at < LAYER_MS) {
    await guard.sleep(POLL_MS);
    const second = (await pressSeen(reader, "reject", seen.clicks)) ?? (await pressSeen(reader, "save", seen.clicks));
    if (second) return second;
  }
  const reason = `No way to reject everything was found in the banner, nor behind its button "${seen.settings}".`;
  return { ok: false, code: "choice_failed", reason, pressed: false };
}

/** `seen`: the banner, if none of its buttons was the wanted one. */
type First = { did: Pressed | NotPressed } | { seen: Seen | undefined };

/** For a banner that was just open: on a busy machine its frame may not respond in time, which says nothing about its buttons. */
async function pressFirst(
  { guard, autoconsent }: Reader,
  press: () => Promise<Pressed | NotPressed | undefined>,
): Promise<First> {
  const at = performance.now();
  for (;;) {
    const did = await press();
    if (did) return { did };
    const seen = await seeBanner(autoconsent.worlds);
    const silent = !seen || (!seen.readable && seen.others.length === 0);
    if (!silent || performance.now() - at >= LAYER_MS) return { seen };
    await guard.sleep(POLL_MS);
  }
}

/** Undefined: there is no such button. `before`: number of clicks so far. */
async function pressSeen(
  { autoconsent }: Reader,
  button: LabelKind,
  before: number,
): Promise<Pressed | NotPressed | undefined> {
  const clickedAt = performance.now();
  const seen = await seeBanner(autoconsent.worlds, button);
  if (seen && seen.stuck > 0)
    return {
      ok: false,
      code: "choice_failed",
      reason: `Not everything in the banner could be switched off: ${seen.stuck} of its choices stayed on, so "${seen.save}" would not reject everything.`,
      pressed: false,
    };
  if (!seen || seen.clicks === 0) return undefined;
  return { ok: true, method: "generic", cmp: null, clicks: before + seen.clicks, clickedAt, pressed: true };
}

function notSeen(seen: Seen | undefined, verb: "accept" | "reject"): NotPressed {
  const failed = (code: ChoiceFailure, reason: string): NotPressed => ({ ok: false, code, reason, pressed: false });
  if (seen && seen.others.length > 0)
    return failed(
      "choice_failed",
      `No button to ${verb} everything was recognised in the banner, and these words are not known: ${seen.others.map((label) => `"${label}"`).join(", ")}.`,
    );
  return seen?.readable
    ? failed("no_button", `The banner has no button to ${verb} everything.`)
    : failed("choice_failed", `No way to ${verb} everything was found in the banner.`);
}

/** Uses the button that accepts. */
export async function acceptByWords(reader: Reader): Promise<Pressed | NotPressed> {
  const first = await pressFirst(reader, () => pressSeen(reader, "accept", 0));
  return "did" in first ? first.did : notSeen(first.seen, "accept");
}
