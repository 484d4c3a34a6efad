// Our own rules beside those of axe. A newcomer is written next to these and named here.

import type { Check } from "../../audit/finding.ts";
import { titlesOf } from "../titledCheck.ts";
import { focusOrder } from "./checks/focus-order.ts";
import { focusVisible } from "./checks/focus-visible.ts";
import { keyboardTrap } from "./checks/keyboard-trap.ts";
import { reflow } from "./checks/reflow.ts";
import { textZoom } from "./checks/text-zoom.ts";
import type { A11yData } from "./gathered.ts";

/** What each rests on: a rule whose part was not measured is left out instead of passing. */
export const OWN_CHECKS: readonly { check: Check<A11yData>; needs: "keyboard" | "reflow" | "zoom" }[] = [
  { check: focusVisible, needs: "keyboard" },
  { check: keyboardTrap, needs: "keyboard" },
  { check: focusOrder, needs: "keyboard" },
  { check: reflow, needs: "reflow" },
  { check: textZoom, needs: "zoom" },
];

export const TITLES = titlesOf(OWN_CHECKS.map(({ check }) => check));
