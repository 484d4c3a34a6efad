// The list of our own rules, in addition to axe's. Add new rules here.

import type { Check } from "../../audit/finding.ts";
import { titlesOf } from "../titledCheck.ts";
import { AXE_FAULTS } from "./axeFaults.ts";
import { audioAlternative } from "./checks/audio-alternative.ts";
import { audioControl } from "./checks/audio-control.ts";
import { focusOrder } from "./checks/focus-order.ts";
import { focusVisible } from "./checks/focus-visible.ts";
import { groupLabel } from "./checks/group-label.ts";
import { imageDecorative } from "./checks/image-decorative.ts";
import { imageName } from "./checks/image-name.ts";
import { keyboardTrap } from "./checks/keyboard-trap.ts";
import { labelDuplicate } from "./checks/label-duplicate.ts";
import { linkNowhere } from "./checks/link-nowhere.ts";
import { linkPurpose } from "./checks/link-purpose.ts";
import { linkPurposeAlone } from "./checks/link-purpose-alone.ts";
import { obsoleteElement } from "./checks/obsolete-element.ts";
import { orientationLock } from "./checks/orientation-lock.ts";
import { pageLanguage } from "./checks/page-language.ts";
import { partLanguage } from "./checks/part-language.ts";
import { placeholderLabel } from "./checks/placeholder-label.ts";
import { reflow } from "./checks/reflow.ts";
import { tableHeaders } from "./checks/table-headers.ts";
import { textDirection } from "./checks/text-direction.ts";
import { textZoom } from "./checks/text-zoom.ts";
import type { Content } from "./content.ts";
import type { A11yData } from "./gathered.ts";

/** Parts that rules are based on. A rule whose part was not measured is left out instead of passing. */
export const PARTS = ["keyboard", "reflow", "zoom", "content"] as const;

/** `of`: kind of the elements that the rule checked, for the share of failures. */
type OwnCheck = { check: Check<A11yData>; needs: (typeof PARTS)[number]; of?: keyof Content["counts"] };

export const OWN_CHECKS: readonly OwnCheck[] = [
  { check: focusVisible, needs: "keyboard" },
  { check: keyboardTrap, needs: "keyboard" },
  { check: focusOrder, needs: "keyboard" },
  { check: reflow, needs: "reflow" },
  { check: textZoom, needs: "zoom" },
  { check: audioAlternative, needs: "content" },
  { check: audioControl, needs: "content", of: "media" },
  { check: groupLabel, needs: "content", of: "groups" },
  { check: imageDecorative, needs: "content", of: "pictures" },
  { check: imageName, needs: "content", of: "pictures" },
  { check: labelDuplicate, needs: "content", of: "fields" },
  { check: linkNowhere, needs: "content", of: "links" },
  { check: linkPurpose, needs: "content", of: "links" },
  { check: linkPurposeAlone, needs: "content", of: "links" },
  { check: obsoleteElement, needs: "content" },
  { check: orientationLock, needs: "content" },
  { check: pageLanguage, needs: "content" },
  { check: partLanguage, needs: "content" },
  { check: placeholderLabel, needs: "content", of: "fields" },
  { check: tableHeaders, needs: "content", of: "tables" },
  { check: textDirection, needs: "content" },
];

export const TITLES = [...titlesOf(OWN_CHECKS.map(({ check }) => check)), ...AXE_FAULTS];
