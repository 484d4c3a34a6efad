// Rules of the tracking pillar. To add a rule, create a file in checks/ and add a line here.

import type { Check } from "../../audit/finding.ts";
import { titlesOf } from "../titledCheck.ts";
import { duplicateEvent } from "./checks/duplicate-event.ts";
import { linkedEvent } from "./checks/linked-event.ts";
import { missingAttribute } from "./checks/missing-attribute.ts";
import { missingEvent } from "./checks/missing-event.ts";
import { notExercised } from "./checks/not-exercised.ts";
import { pushedNeverSent } from "./checks/pushed-never-sent.ts";
import { sentBeforeConsent } from "./checks/sent-before-consent.ts";
import { unexpectedAttribute } from "./checks/unexpected-attribute.ts";
import { unplannedEvent } from "./checks/unplanned-event.ts";
import { wrongCount } from "./checks/wrong-count.ts";
import { wrongOrder } from "./checks/wrong-order.ts";
import { wrongType } from "./checks/wrong-type.ts";
import { wrongValue } from "./checks/wrong-value.ts";
import type { Facts } from "./facts.ts";

export const TRACKING_CHECKS: readonly Check<Facts>[] = [
  missingEvent,
  linkedEvent,
  unplannedEvent,
  duplicateEvent,
  wrongCount,
  wrongOrder,
  missingAttribute,
  wrongType,
  wrongValue,
  unexpectedAttribute,
  sentBeforeConsent,
  pushedNeverSent,
  notExercised,
];

export const TITLES = titlesOf(TRACKING_CHECKS);
